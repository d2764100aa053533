import { mixOf } from './devil/devilries.ts'
import { runOf, runOnDevil } from './judge-devil.ts'
const seed = Number(process.argv[2])
const { report } = await runOnDevil(mixOf(seed), seed, runOf(seed))
console.log(JSON.stringify(mixOf(seed)), JSON.stringify(runOf(seed)))
for (const c of report.clauses)
  for (const t of c.tests)
    if (t.verdict === 'broken') console.log(c.id, t.title, JSON.stringify(t.breach).slice(0, 600), t.evidence)
for (const e of report.exchanges.slice(Number(process.argv[3]), Number(process.argv[4])))
  console.log(
    e.id,
    e.caller,
    e.record?.sent.slice(11),
    e.record?.received.slice(17),
    e.status,
    e.headers['retry-after'],
    e.headers['x-ratelimit-limit'],
    e.headers['x-ratelimit-remaining'],
    e.headers['x-ratelimit-reset'],
    e.headers['date'],
    e.method,
    e.path,
    e.curl.slice(0, 150),
  )
