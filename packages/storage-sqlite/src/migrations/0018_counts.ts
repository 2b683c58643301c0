import { statements } from "./Statements.ts"

/**
 * How many contacts each workspace has, and how many that are not archived each list (L3), kept in step by triggers.
 * The members are removed before their contact, and not by the foreign key: afterwards nothing tells whether the contact
 * was archived.
 */
export const counts = statements(
  `CREATE TABLE contact_counts (
    workspace_uuid TEXT PRIMARY KEY,
    contacts INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID`,
  `CREATE TABLE member_counts (
    workspace_uuid TEXT NOT NULL,
    list_uuid TEXT NOT NULL,
    contacts INTEGER NOT NULL,
    PRIMARY KEY (workspace_uuid, list_uuid)
  ) STRICT, WITHOUT ROWID`,
  "INSERT INTO contact_counts SELECT workspace_uuid, count(*) FROM contacts GROUP BY workspace_uuid",
  `INSERT INTO member_counts
    SELECT member.workspace_uuid, list_uuid, sum(1 - archived)
    FROM contact_list_members AS member JOIN contacts
      ON contacts.workspace_uuid = member.workspace_uuid AND contacts.uuid = contact_uuid
    GROUP BY member.workspace_uuid, list_uuid`,
  `CREATE TRIGGER contacts_count_inserted AFTER INSERT ON contacts BEGIN
    INSERT INTO contact_counts VALUES (new.workspace_uuid, 1) ON CONFLICT DO UPDATE SET contacts = contacts + 1;
  END`,
  `CREATE TRIGGER contacts_count_deleted AFTER DELETE ON contacts BEGIN
    UPDATE contact_counts SET contacts = contacts - 1 WHERE workspace_uuid = old.workspace_uuid;
  END`,
  `CREATE TRIGGER contacts_count_archived AFTER UPDATE OF archived ON contacts WHEN old.archived <> new.archived BEGIN
    UPDATE member_counts SET contacts = contacts + old.archived - new.archived
    WHERE workspace_uuid = new.workspace_uuid AND list_uuid IN (
      SELECT list_uuid FROM contact_list_members
      WHERE workspace_uuid = new.workspace_uuid AND contact_uuid = new.uuid
    );
  END`,
  `CREATE TRIGGER contacts_remove_members BEFORE DELETE ON contacts BEGIN
    DELETE FROM contact_list_members WHERE workspace_uuid = old.workspace_uuid AND contact_uuid = old.uuid;
  END`,
  `CREATE TRIGGER members_count_inserted AFTER INSERT ON contact_list_members BEGIN
    INSERT INTO member_counts
      SELECT new.workspace_uuid, new.list_uuid, 1 - archived FROM contacts
      WHERE workspace_uuid = new.workspace_uuid AND uuid = new.contact_uuid
      ON CONFLICT DO UPDATE SET contacts = contacts + excluded.contacts;
  END`,
  `CREATE TRIGGER members_count_deleted AFTER DELETE ON contact_list_members BEGIN
    UPDATE member_counts SET contacts = contacts - (
      SELECT 1 - archived FROM contacts WHERE workspace_uuid = old.workspace_uuid AND uuid = old.contact_uuid
    ) WHERE workspace_uuid = old.workspace_uuid AND list_uuid = old.list_uuid;
  END`
)
