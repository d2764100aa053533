/** Writes times, working the text out once a second: a busy mock logs thousands of lines in each. */
export function perSecond(write: (second: number) => string): (time: number) => string {
  let last = Number.NaN
  let text = ''
  return (time) => {
    const second = Math.floor(time / 1000)
    if (second !== last) {
      last = second
      text = write(second)
    }
    return text
  }
}
