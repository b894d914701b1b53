import { spanOf } from "../../../../src/Domain/Span.ts"
import { counted, knows } from "../../shared/language.ts"
import type { Perhaps } from "../../shared/language.ts"
import type { Health } from "./report.ts"

const span = (minutes: number) => {
  const { n, unit } = spanOf(minutes)
  return counted(`span.${unit}`, n)
}

/** what the server says beside its sentence */
type Said = Pick<Health["problems"][number], "params">

/** @param otherwise the server's sentence */
const sentence = (key: Perhaps, { params }: Said, otherwise: string) =>
  knows(key) ? counted(key, Number(params["count"] ?? 0), { ...params, span: span(Number(params["minutes"] ?? 0)) }) : otherwise

export const problemSentence = (problem: Health["problems"][number]) => sentence(`problem.${problem.code}`, problem, problem.message)

/** The sentence about the import at start. A failed import is also one of the problems. */
export const startImportSentence = (outcome: NonNullable<Health["auto_import"]>) =>
  sentence(`${outcome.ok ? "start_import" : "problem"}.${outcome.code}`, outcome, outcome.detail)
