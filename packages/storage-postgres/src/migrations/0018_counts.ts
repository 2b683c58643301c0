import { merge, trigger } from "./CountTriggers.ts"
import { statements } from "./Statements.ts"

const list = "workspace_uuid, list_uuid"

const contacts = ["contacts"]

/**
 * How many contacts each workspace has, and how many that are not archived each list (L3): the sums of rows that every
 * change of contacts and members adds in its transaction. No row is changed, so that no transaction waits for another.
 *
 * A change of members waits for transactions that change the contacts, and keeps others from changing them: otherwise
 * neither of two that add and archive a contact would see what the other does. For the same reason the members are
 * removed before their contact, and not by the foreign key.
 */
export const counts = statements(
  `CREATE TABLE contact_counts (
    workspace_uuid uuid NOT NULL,
    sequence bigint GENERATED ALWAYS AS IDENTITY,
    contacts bigint NOT NULL,
    PRIMARY KEY (workspace_uuid, sequence)
  )`,
  `CREATE TABLE member_counts (
    workspace_uuid uuid NOT NULL,
    list_uuid uuid NOT NULL,
    sequence bigint GENERATED ALWAYS AS IDENTITY,
    contacts bigint NOT NULL,
    PRIMARY KEY (workspace_uuid, list_uuid, sequence)
  )`,
  "LOCK TABLE contacts IN SHARE ROW EXCLUSIVE MODE",
  "LOCK TABLE contact_list_members IN SHARE ROW EXCLUSIVE MODE",
  `INSERT INTO contact_counts (workspace_uuid, contacts)
    SELECT workspace_uuid, count(*) FROM contacts GROUP BY workspace_uuid`,
  `INSERT INTO member_counts (workspace_uuid, list_uuid, contacts)
    SELECT member.workspace_uuid, list_uuid, count(*) - count(archived)
    FROM contact_list_members AS member LEFT JOIN contacts
      ON contacts.workspace_uuid = member.workspace_uuid AND contacts.uuid = contact_uuid AND archived = 1
    GROUP BY member.workspace_uuid, list_uuid`,
  trigger(
    "rollcall_count_contacts",
    `INSERT INTO contact_counts (workspace_uuid, contacts)
      SELECT workspace_uuid, CASE TG_OP WHEN 'INSERT' THEN count(*) ELSE -count(*) END
      FROM changed GROUP BY workspace_uuid;
    ${merge("contact_counts", "workspace_uuid", contacts, "SELECT workspace_uuid FROM changed")}
    RETURN NULL;`
  ),
  trigger(
    "rollcall_count_members",
    `INSERT INTO member_counts (workspace_uuid, list_uuid, contacts)
      SELECT workspace_uuid, list_uuid, CASE TG_OP WHEN 'INSERT' THEN sum(1 - archived) ELSE -sum(1 - archived) END
      FROM (
        SELECT changed.workspace_uuid, list_uuid, archived
        FROM changed JOIN contacts
          ON contacts.workspace_uuid = changed.workspace_uuid AND contacts.uuid = changed.contact_uuid
        ORDER BY contacts.uuid FOR SHARE OF contacts
      ) AS members GROUP BY workspace_uuid, list_uuid HAVING sum(1 - archived) > 0;
    ${merge("member_counts", list, contacts, `SELECT ${list} FROM changed`)}
    RETURN NULL;`
  ),
  trigger(
    "rollcall_count_archived",
    `INSERT INTO member_counts (workspace_uuid, list_uuid, contacts)
      SELECT workspace_uuid, list_uuid, OLD.archived - NEW.archived FROM contact_list_members
      WHERE workspace_uuid = NEW.workspace_uuid AND contact_uuid = NEW.uuid;
    ${merge(
      "member_counts",
      list,
      contacts,
      `SELECT ${list} FROM contact_list_members
            WHERE workspace_uuid = NEW.workspace_uuid AND contact_uuid = NEW.uuid`
    )}
    RETURN NULL;`
  ),
  trigger(
    "rollcall_remove_members",
    `DELETE FROM contact_list_members WHERE workspace_uuid = OLD.workspace_uuid AND contact_uuid = OLD.uuid;
    RETURN OLD;`
  ),
  `CREATE TRIGGER count_inserted AFTER INSERT ON contacts REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION rollcall_count_contacts()`,
  `CREATE TRIGGER count_deleted AFTER DELETE ON contacts REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION rollcall_count_contacts()`,
  `CREATE TRIGGER count_archived AFTER UPDATE OF archived ON contacts
    FOR EACH ROW WHEN (OLD.archived <> NEW.archived) EXECUTE FUNCTION rollcall_count_archived()`,
  `CREATE TRIGGER remove_members BEFORE DELETE ON contacts
    FOR EACH ROW EXECUTE FUNCTION rollcall_remove_members()`,
  `CREATE TRIGGER count_inserted AFTER INSERT ON contact_list_members REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION rollcall_count_members()`,
  `CREATE TRIGGER count_deleted AFTER DELETE ON contact_list_members REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION rollcall_count_members()`
)
