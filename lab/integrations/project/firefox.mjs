// Looks at the pages of a mock and of the static site in Firefox: `node firefox.mjs FIREFOX MOCK SITE`, both with a slash at the end.
import assert from 'node:assert/strict'
import puppeteer from './firefox/node_modules/puppeteer-core/lib/puppeteer/puppeteer-core.js'

const [executablePath, mock, site] = process.argv.slice(2)
const browser = await puppeteer.launch({ browser: 'firefox', executablePath, headless: true })
try {
  const room = await open(`${mock}_mock/`)
  await shows(room, 'live')
  await changesTheClock(room)
  await shows(await open(`${mock}_mock/docs/`), 'List pets')

  const start = await open(site)
  await shows(start, 'The mock is ready')
  await shows(start, 'Naive retries at once\\s+[1-9]\\d* of 150 served')
  const pets = await start.evaluate(async () => {
    const reply = await fetch('v1/pets?limit=2', { headers: { Authorization: 'Bearer free-demo-key' } })
    return [reply.status, (await reply.json()).length]
  })
  assert.deepEqual(pets, [200, 2])
  await start.goto(`${site}_mock/`)
  await shows(start, 'live')
  await changesTheClock(start)
  await start.goto(`${site}_mock/docs/`)
  await shows(start, 'List pets')
} finally {
  await browser.close()
}

async function open(address) {
  const page = await browser.newPage()
  await page.goto(address)
  return page
}

/** Waits until the page shows what the pattern finds. */
async function shows(page, pattern) {
  const find = (source) => new RegExp(source).test(document.body.innerText)
  await page.waitForFunction(find, { timeout: 60_000 }, pattern).catch(async () => {
    const text = await page.evaluate(() => document.body.innerText)
    assert.fail(`${page.url()} does not show ${pattern}:\n${text}`)
  })
}

/** A request to the control API, from a button, changes what the page shows. */
async function changesTheClock(page) {
  const tomorrow = await page.evaluate(() => {
    const [today] = /\d{4}-\d\d-\d\d/.exec(document.body.innerText)
    const button = [...document.querySelectorAll('button')].find(({ innerText }) => innerText === '+1 day')
    button.click()
    return new Date(Date.parse(today) + 86_400_000).toISOString().slice(0, 10)
  })
  await shows(page, tomorrow)
}
