import { useState } from "preact/hooks"
import { call } from "../../api/Client.ts"
import type { AnswerOf } from "../../api/Operation.ts"
import { pagesOf, usePages } from "../../api/Pages.ts"
import { IconButton } from "../../ui/Button.tsx"
import { hasDraft } from "../../ui/forms/Draft.ts"
import { Instant } from "../../ui/Instant.tsx"
import { NoteForm } from "./NoteForm.tsx"
import { Listing } from "../../ui/Listing.tsx"
import { useConfirm } from "../../ui/overlays/Confirm.tsx"

type Note = AnswerOf<"GET /v1/contacts/:contact_uuid/notes">["notes"][number]

/** Returns the draft name for a new note on a contact. */
export const noteOf = (uuid: string): string => `note.of.${uuid}`

/** The notes on a contact, newest first, with a form for a new note. */
export const Notes = ({ onChanged, uuid }: { readonly uuid: string; readonly onChanged: () => void }) => {
  const params = { contact_uuid: uuid }
  const notes = usePages(
    pagesOf("notes", ({ offset }, signal) =>
      call("GET /v1/contacts/:contact_uuid/notes", { params, query: { limit: 50, offset }, signal })
    ),
    []
  )
  const changed = () => {
    notes.reload()
    onChanged()
  }
  return (
    <div class="contact-notes">
      <NoteForm
        name={noteOf(uuid)}
        verb="Add the note"
        save={(body) => call("POST /v1/contacts/:contact_uuid/notes", { params, body })}
        onSaved={changed}
      />
      <Listing pages={notes} none="No notes yet" moreTitle="Show more">
        {(items) => (
          <ul class="contact-items">
            {items.map((note) => (
              <NoteItem key={note.uuid} contact={uuid} note={note} onChanged={changed} />
            ))}
          </ul>
        )}
      </Listing>
    </div>
  )
}

const NoteItem = ({
  contact,
  note,
  onChanged
}: {
  readonly contact: string
  readonly note: Note
  readonly onChanged: () => void
}) => {
  const name = `note.${note.uuid}`
  const [edits, setEdits] = useState(() => hasDraft(name))
  const [confirm, confirmation] = useConfirm()
  const params = { contact_uuid: contact, note_uuid: note.uuid }
  if (edits) {
    return (
      <li class="contact-item">
        <NoteForm
          name={name}
          note={{ title: note.title ?? "", body: note.content.text }}
          verb="Save"
          onCancel={() => setEdits(false)}
          save={(body) => call("PUT /v1/contacts/:contact_uuid/notes/:note_uuid", { params, body })}
          onSaved={() => {
            setEdits(false)
            onChanged()
          }}
        />
      </li>
    )
  }
  return (
    <li class="contact-item">
      <div class="contact-item-head">
        <div class="contact-item-title">
          {note.title !== null && <h3>{note.title}</h3>}
          <span class="quiet">
            <Instant iso={note.created_at} />
            {note.updated_at !== note.created_at && " · edited"}
          </span>
        </div>
        <IconButton small icon="compose" label="Edit the note" onClick={() => setEdits(true)} />
        <IconButton
          small
          icon="archive"
          label="Archive the note"
          onClick={() =>
            confirm({
              title: "Archive this note?",
              verb: "Archive the note",
              act: () => call("DELETE /v1/contacts/:contact_uuid/notes/:note_uuid", { params }),
              done: "The note is archived.",
              onDone: onChanged,
              children: "The note is hidden. You can't restore it here."
            })
          }
        />
      </div>
      <p class="contact-prose">{note.content.text}</p>
      {confirmation}
    </li>
  )
}
