import { useEffect, useState } from "preact/hooks"
import { useShared } from "../reading/Shared.ts"
import { text } from "../texts/Text.ts"
import { ErrorBox } from "../ui/answers/ErrorBox.tsx"
import { Card } from "../ui/Page.tsx"
import { Progress } from "../ui/Progress.tsx"
import { ColumnsCard } from "./ColumnsCard.tsx"
import { FileDrop } from "./FileDrop.tsx"
import { closeFile, useChosenFile } from "./file/ChosenFile.ts"
import { givenTargets, rulesOf } from "./file/Choices.ts"
import type { Known } from "./file/FileRows.ts"
import { useMatchChecks } from "./file/MatchChecks.ts"
import { usePreview } from "./file/Preview.ts"
import { PlanCard } from "./PlanCard.tsx"
import { PreviewCard } from "./PreviewCard.tsx"
import { ReadingCard } from "./ReadingCard.tsx"
import { Resume } from "./Resume.tsx"
import { dropDryRun, dryRun, maxDryRows, startDryRun, startImport, type Subject } from "./run/CurrentRun.ts"
import { isMarked, type KeptRun, keptRun } from "./run/KeptRun.ts"
import { RunReportPart } from "./RunReport.tsx"

/** What comes before an import: a file is chosen, what its columns give, and what its rows do. */
export const Setup = ({ known }: { readonly known: Known }) => {
  const { choices, earlier, like, open, opened, opening, refusal, reopen, setChoices } = useChosenFile(known)
  const [begun, setBegun] = useState(keptRun.read)
  const preview = usePreview(opened, choices, known)
  const checks = useMatchChecks(opened, choices, known)
  useEffect(() => {
    if (dryRun.value?.opened !== opened || dryRun.value?.choices !== choices) dropDryRun()
  }, [opened, choices])

  const isSame = (file: File) => begun !== undefined && isMarked(file, begun.file)
  const give = (file: File) => open(file, isSame(file) ? begun?.choices : undefined)
  const given = opened === undefined ? [] : givenTargets(rulesOf(choices, opened.columns, known.fields))
  const rows = preview.value?.opened === opened ? (preview.value?.rows ?? []) : []
  const subject = opened === undefined ? undefined : { opened, choices, known }
  const dry = useShared(dryRun)
  const start = (subject: Subject, begun?: KeptRun) => {
    void startImport(subject, begun)
    closeFile()
  }
  return (
    <>
      {begun !== undefined && (
        <Resume
          begun={begun}
          chosen={opened === undefined ? "none" : isSame(opened.file) ? "same" : "other"}
          onDiscard={() => {
            keptRun.remove()
            setBegun(undefined)
          }}
          onGoOn={() => {
            if (subject !== undefined) start({ ...subject, choices: begun.choices }, begun)
          }}
        />
      )}
      <FileDrop small={opened !== undefined} onFile={give}>
        {opened === undefined ? (
          <>
            <p class="import-drop-title">{text("import.drop.title")}</p>
            <p class="import-drop-text">{text("import.drop.text")}</p>
          </>
        ) : (
          <strong class="cut">{opened.file.name}</strong>
        )}
      </FileDrop>
      {opened !== undefined && (
        <p class="field-hint">
          {like === undefined ? text("import.drop.stays") : text("import.drop.like", { name: like })}
        </p>
      )}
      {earlier !== undefined && begun === undefined && (
        <p class="field-hint">{text("import.drop.earlier", { name: earlier })}</p>
      )}
      <ErrorBox refusal={refusal} />
      {opening !== undefined && (
        <Progress
          label={text("import.drop.looking", { name: opening.name })}
          done={opening.read}
          total={opening.size}
        />
      )}
      {subject !== undefined && (
        <>
          <ColumnsCard
            columns={subject.opened.columns}
            examples={rows.map(({ row }) => (row.original._tag === "Cells" ? row.original.cells : []))}
            fields={known.fields}
            choices={choices}
            onChoices={setChoices}
          />
          <ReadingCard choices={choices} given={given} onChoices={setChoices} onWritten={reopen} />
          <ErrorBox refusal={given.length === 0 ? undefined : preview.refusal} />
          {given.length > 0 && rows.length > 0 && <PreviewCard rows={rows} given={given} fields={known.fields} />}
          {begun === undefined && (
            <PlanCard
              choices={choices}
              checks={checks.value ?? []}
              lists={known.lists}
              busy={dry?.state === "running"}
              problem={given.length === 0 ? text("import.columns.none") : undefined}
              onChoices={setChoices}
              onDryRun={() => void startDryRun(subject)}
              onStart={() => start(subject)}
            />
          )}
          {dry !== undefined && (
            <Card title={text("import.dry.title")} actions={<span class="quiet">{text("import.dry.nothing")}</span>}>
              <ErrorBox refusal={dry.refusal} />
              <RunReportPart run={dry} label={text("import.dry.running")} />
              {(dry.report?.rows ?? 0) >= maxDryRows && (
                <p class="quiet">{text("import.dry.limited", { rows: maxDryRows })}</p>
              )}
            </Card>
          )}
        </>
      )}
    </>
  )
}
