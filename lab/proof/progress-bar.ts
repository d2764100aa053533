const WIDTH = 40

/** Where progress is shown: a terminal, or a log that wants few lines. */
export interface Screen {
  readonly isTTY?: boolean
  write(text: string): unknown
}

/** A bar that grows by a step with each call; in a log, a line for every tenth of the way. */
export function progressBar(steps: number, screen: Screen): () => void {
  let done = 0
  return () => {
    done += 1
    const share = done / steps
    const count = `${done} of ${steps}`
    if (screen.isTTY === true) {
      const bar = '█'.repeat(Math.round(share * WIDTH)).padEnd(WIDTH, '·')
      screen.write(`\r${bar} ${count}${done === steps ? '\n' : ''}`)
    } else if (Math.floor(share * 10) > Math.floor(((done - 1) / steps) * 10)) {
      screen.write(`${count}\n`)
    }
  }
}
