import type { OpenPoint } from '../../client/generated/wire.ts'

/** The open points of several operations with the variants in force, in an element that opens. */
export function settledPoints(points: readonly OpenPoint[]): HTMLElement {
  const details = document.createElement('details')
  details.className = 'settled'
  const summary = document.createElement('summary')
  summary.textContent = `Open points of all operations, and what this world does (${points.length})`
  const table = document.createElement('table')
  const head = table.createTHead().insertRow()
  for (const title of ['The document leaves open', 'This world', 'Choice']) {
    const cell = document.createElement('th')
    cell.textContent = title
    head.append(cell)
  }
  const body = table.createTBody()
  for (const { id, question, chosen } of points) {
    const row = body.insertRow()
    row.insertCell().append(...prose(question))
    for (const code of [chosen, id]) row.insertCell().append(...prose(`\`${code}\``))
  }
  details.append(summary, table)
  return details
}

/** A sentence with code between backticks. */
function prose(text: string): readonly (string | HTMLElement)[] {
  return text.split('`').map((part, at) => {
    if (at % 2 === 0) return part
    const code = document.createElement('code')
    code.textContent = part
    return code
  })
}
