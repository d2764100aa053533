// npm runs a script in a shell, and a signal for npm ends that shell alone. So `kill` of a background `npm start` or `npx petstore mock`
// ends the mock too. What a script leaves running may be meant to, unless it names this command and puts nothing into the background: then
// its shell waits, and has ended early. On Windows nothing shows that a parent has ended.
const shell = process.ppid
const { npm_lifecycle_event: event, npm_lifecycle_script: script = '' } = process.env
const file = (process.argv[1] ?? '').split(/[\\/]/).slice(-2).join('/')
const isNamed = script.includes(file) || /^(?:npx +)?'?petstore\b/.test(script)
const isAwaited = isNamed && !/(?<!&)&(?!&)/.test(script)
if (event === 'start' || (event !== undefined && isAwaited)) {
  const watch = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 250)
  watch.unref()
}
