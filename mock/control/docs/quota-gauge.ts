// A longer timer would fire at once.
const LONGEST_TIMER = 2 ** 31 - 1

/**
 * The rate-limit headers of the last reply, as the control room shows them: a bar, what is left, and when it resets. It is empty
 * from then on, and after `clear`, until another reply.
 */
export function quotaGauge(): {
  readonly element: HTMLElement
  readonly show: (reply: Reply) => void
  readonly clear: () => void
} {
  const element = document.createElement('p')
  element.className = 'quota'
  element.setAttribute('role', 'status')
  const bar = document.createElement('meter')
  bar.ariaLabel = 'requests left'
  const text = document.createElement('span')
  let reset: ReturnType<typeof setTimeout> | undefined
  const clear = (): void => {
    clearTimeout(reset)
    element.replaceChildren()
  }
  const show = ({ headers }: Reply): void => {
    const [limit, left, resetsAt] = ['limit', 'remaining', 'reset'].map((name) =>
      wholeOf(headers[`x-ratelimit-${name}`]),
    )
    if (limit === undefined || left === undefined) return
    Object.assign(bar, { max: limit, low: limit / 5, value: left })
    const at =
      resetsAt === undefined ? '' : `, resets at ${new Date(resetsAt * 1000).toISOString().slice(11, 19)} UTC`
    text.textContent = `${left.toLocaleString('en')} of ${limit.toLocaleString('en')} left${at}`
    if (!bar.isConnected) element.append(bar, text)
    clearTimeout(reset)
    // By the clock of the service, which Date shows.
    const until = (resetsAt ?? NaN) * 1000 - Date.parse(String(headers['date']))
    if (!Number.isNaN(until)) reset = setTimeout(clear, Math.min(until, LONGEST_TIMER))
  }
  return { element, show, clear }
}

interface Reply {
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, unknown>>
}

function wholeOf(value: unknown): number | undefined {
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : undefined
}
