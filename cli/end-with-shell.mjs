// npm runs a script in a shell, and a signal for npm ends that shell alone. So `kill` of a background `npm start` or `npx petstore mock`
// ends the mock too. What a script of another package leaves running may be meant to, unless the script is our command, for which its
// shell waits. On Windows nothing shows that a parent has ended.
const shell = process.ppid
const { npm_lifecycle_event: event, npm_lifecycle_script: script = '', npm_package_name: name } = process.env
const isOurs = event !== undefined && name === 'petstore-mock'
const isAwaited = /^(?:npx +)?'?petstore\b[^&]*$/.test(script)
if (event === 'start' || isOurs || isAwaited) {
  const watch = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 250)
  watch.unref()
}
