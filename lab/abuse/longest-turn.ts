// Loaded into a process before its program. At each SIGUSR2 it writes how much processor time the longest turn of the event
// loop has taken since the last one, in milliseconds: others wait for so long, and on a busy machine for longer.

let before = process.threadCpuUsage()
let longest = 0
let count = 0

const turn = (): void => {
  const { user, system } = process.threadCpuUsage(before)
  longest = Math.max(longest, (user + system) / 1000)
  before = process.threadCpuUsage()
}

setInterval(turn, 1).unref()

process.on('SIGUSR2', () => {
  count += 1
  process.stdout.write(`turn ${count}: ${Math.round(longest)} ms\n`)
  longest = 0
})
