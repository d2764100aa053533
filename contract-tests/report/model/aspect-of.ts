import type { ClauseReport, TestReport } from './run-report.ts'

/** The title of a test without what its clause says already; empty where the test has nothing to add. */
export function aspectOf({ title }: TestReport, { id, text }: Pick<ClauseReport, 'id' | 'text'>): string {
  const aspect = title.startsWith(`${id} `) ? title.slice(id.length + 1) : title
  return aspect === text ? '' : aspect
}
