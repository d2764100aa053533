// npm runs a script in a shell, and a signal for npm ends that shell alone. So `kill` of a background `npm start` ends the mock too.
// What a script of another package leaves running, other than its `npm start`, may be meant to. On Windows nothing shows that a
// parent has ended.
const shell = process.ppid
const { npm_lifecycle_event: script, npm_package_name: name } = process.env
if (script === 'start' || (script !== undefined && name === 'petstore-mock')) {
  const watch = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 250)
  watch.unref()
}
