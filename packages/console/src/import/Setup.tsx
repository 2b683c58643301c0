import { useEffect, useState } from "preact/hooks"
import { useShared } from "../reading/Shared.ts"
import { ErrorBox } from "../ui/answers/ErrorBox.tsx"
import { Card } from "../ui/Page.tsx"
import { Progress } from "../ui/Progress.tsx"
import { ColumnsCard } from "./ColumnsCard.tsx"
import { FileDrop } from "./FileDrop.tsx"
import { closeFile, useChosenFile } from "./file/ChosenFile.ts"
import { givenTargets, rulesOf } from "./file/Choices.ts"
import type { Known } from "./file/FileRows.ts"
import { useFileChecks } from "./file/FileChecks.ts"
import { usePreview } from "./file/Preview.ts"
import { OptionsCard } from "./OptionsCard.tsx"
import { PlanCard } from "./PlanCard.tsx"
import { PreviewCard } from "./PreviewCard.tsx"
import { ReadingCard } from "./ReadingCard.tsx"
import { Resume } from "./Resume.tsx"
import { dropDryRun, dryRun, maxDryRows, startDryRun, startImport, type Subject } from "./run/CurrentRun.ts"
import { isMarked, type KeptRun, keptRun } from "./run/KeptRun.ts"
import { RunReportPart } from "./RunReport.tsx"
import { formatNumber } from "../texts/Text.ts"

/** The steps before an import: choosing a file, mapping its columns, and setting options. */
export const Setup = ({
  known,
  onFields
}: {
  readonly known: Known
  /** Called after a change of the custom fields. */
  readonly onFields: () => void
}) => {
  const { choices, earlier, like, open, opened, opening, refusal, reopen, setChoices } = useChosenFile(known)
  const [begun, setBegun] = useState(keptRun.read)
  const preview = usePreview(opened, choices, known)
  const checks = useFileChecks(opened, choices, known)
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
            <p class="import-drop-title">Drop a file with contacts here</p>
            <p class="import-drop-text">
              Excel (.xlsx), CSV or JSON, of any size. The file is read in your browser, and only its rows are sent.
            </p>
          </>
        ) : (
          <strong class="cut">{opened.file.name}</strong>
        )}
      </FileDrop>
      {opened !== undefined && (
        <p class="field-hint">
          {like === undefined
            ? "If you reload this page, choose the file again. Its columns and options are kept."
            : `This file has the same columns as ${like}, so your columns and options from that file are used.`}
        </p>
      )}
      {earlier !== undefined && begun === undefined && (
        <p class="field-hint">{`Your columns and options for ${earlier} are kept. To use them, choose that file or a file with the same columns.`}</p>
      )}
      <ErrorBox refusal={refusal} />
      {opening !== undefined && <Progress label={`Reading ${opening.name}`} done={opening.read} total={opening.size} />}
      {subject !== undefined && (
        <>
          <ColumnsCard
            columns={subject.opened.columns}
            examples={rows.map(({ original }) => (original._tag === "Cells" ? original.cells : []))}
            fields={known.fields}
            choices={choices}
            onChoices={setChoices}
          />
          <ReadingCard
            choices={choices}
            given={given}
            opened={subject.opened}
            onChoices={setChoices}
            onWritten={reopen}
          />
          <OptionsCard
            choices={choices}
            fields={known.fields}
            unknown={checks.value?.unknownOptions ?? new Map()}
            onChoices={setChoices}
            onFields={() => {
              dropDryRun()
              onFields()
            }}
          />
          <ErrorBox refusal={given.length === 0 ? undefined : preview.refusal} />
          {given.length > 0 && rows.length > 0 && <PreviewCard rows={rows} given={given} fields={known.fields} />}
          {begun === undefined && (
            <PlanCard
              choices={choices}
              checks={checks.value?.matches ?? []}
              lists={known.lists}
              busy={dry?.state === "running"}
              problem={given.length === 0 ? "Choose a field for at least one column." : undefined}
              onChoices={setChoices}
              onDryRun={() => void startDryRun(subject)}
              onStart={() => start(subject)}
            />
          )}
          {dry !== undefined && (
            <Card title="Dry run result" actions={<span class="quiet">Nothing was changed.</span>}>
              <ErrorBox refusal={dry.refusal} />
              <RunReportPart run={dry} label="Running the dry run" />
              {(dry.report?.rows ?? 0) >= maxDryRows && (
                <p class="quiet">{`A dry run covers the first ${formatNumber(maxDryRows)} rows.`}</p>
              )}
            </Card>
          )}
        </>
      )}
    </>
  )
}
