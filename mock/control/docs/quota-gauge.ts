/** The rate-limit headers of the last reply, as the control room shows them: a bar, what is left, and when it resets. */
export function quotaGauge(): { readonly element: HTMLElement; readonly show: (reply: Reply) => void } {
  const element = document.createElement('p')
  element.className = 'quota'
  element.setAttribute('role', 'status')
  const bar = document.createElement('meter')
  bar.ariaLabel = 'requests left'
  const text = document.createElement('span')
  const show = ({ headers }: Reply): void => {
    const [limit, left, reset] = ['limit', 'remaining', 'reset'].map((name) =>
      wholeOf(headers[`x-ratelimit-${name}`]),
    )
    if (limit === undefined || left === undefined) return
    Object.assign(bar, { max: limit, low: limit / 5, value: left })
    const at =
      reset === undefined ? '' : `, resets at ${new Date(reset * 1000).toISOString().slice(11, 19)} UTC`
    text.textContent = `${left.toLocaleString('en')} of ${limit.toLocaleString('en')} left${at}`
    if (!bar.isConnected) element.append(bar, text)
  }
  return { element, show }
}

interface Reply {
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, unknown>>
}

function wholeOf(value: unknown): number | undefined {
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : undefined
}
