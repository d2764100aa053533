import { link, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, test } from 'vitest'
import { exampleReport } from './testing/example-report.ts'
import {
  ReportError,
  parseReportSpecs,
  refuseSharedFiles,
  reportKinds,
  writeReports,
} from './write-reports.ts'

it('reads kind and file', () => {
  expect(parseReportSpecs(['junit=out.xml', 'html=a=b/c d.html'])).toEqual([
    { kind: 'junit', path: 'out.xml' },
    { kind: 'html', path: 'a=b/c d.html' },
  ])
})

it.each([
  [
    ['junitt=x'],
    'There is no junitt report. Did you mean junit? Write FORM=FILE, with one of these forms: junit, json, html, markdown, annotations.',
  ],
  [
    ['xml=x'],
    'There is no xml report. Did you mean junit? Write FORM=FILE, with one of these forms: junit, json, html, markdown, annotations.',
  ],
  [
    ['out.xml'],
    'There is no out.xml report. Write FORM=FILE, with one of these forms: junit, json, html, markdown, annotations.',
  ],
  [['json'], 'Say which file the json report goes to: json=FILE.'],
  [['json= '], 'Say which file the json report goes to: json=FILE.'],
  [
    ['annotations=-'],
    'The annotations report needs a file, for the run itself writes to standard output: annotations=FILE.',
  ],
])('%j is refused in one line', (texts, message) => {
  expect(() => parseReportSpecs(texts)).toThrow(new ReportError(message))
})

test('two reports for one file are refused, however its path is written', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'reports-'))
  try {
    await mkdir(join(folder, 'real'))
    await symlink('real', join(folder, 'linked'))
    await symlink('real/later', join(folder, 'dangling'))
    await writeFile(join(folder, 'old'), '')
    await link(join(folder, 'old'), join(folder, 'second-name'))
    const answer = async (first: string, second: string): Promise<string> => {
      const specs = [
        { kind: 'html', path: first },
        { kind: 'json', path: second },
      ] as const
      return refuseSharedFiles(specs).then(
        () => 'two files',
        (error: unknown) => String(error),
      )
    }
    for (const [first, second] of [
      ['x', 'x'],
      ['x', './x'],
      ['x', join(process.cwd(), 'x')],
      ['/dev/null', '/dev/null'],
      [join(folder, 'real/new/x'), join(folder, 'linked/new/x')],
      [join(folder, 'real/later'), join(folder, 'dangling')],
      [join(folder, 'old'), join(folder, 'second-name')],
    ] as const)
      expect(await answer(first, second)).toBe(`ReportError: Two reports cannot go to one file, ${second}.`)
    expect(await answer(join(folder, 'real/x'), join(folder, 'x'))).toBe('two files')
    // Both may be one terminal, or one file: what is written there replaces nothing.
    expect(await answer('/dev/stdout', '/dev/stderr')).toBe('two files')
  } finally {
    await rm(folder, { recursive: true })
  }
})

const report = exampleReport()

it('each report is written to its file', async () => {
  const written = new Map<string, string>()
  const specs = reportKinds.map((kind) => ({ kind, path: `out/${kind}` }))
  const lines = await writeReports(report, specs, {
    write: (path, text) => {
      written.set(path, text)
      return Promise.resolve(path === 'out/junit')
    },
    remove: () => Promise.reject(new Error('all are written')),
  })
  expect(lines.slice(0, 2)).toEqual([
    'saved to out/junit, in a new folder: the junit report',
    'saved to out/json: the json report',
  ])
  expect([...written].map(([path, text]) => [path, text.slice(0, 5)])).toEqual([
    ['out/junit', '<?xml'],
    ['out/json', '{\n  "'],
    ['out/html', '<!doc'],
    ['out/markdown', '## ❌ '],
    ['out/annotations', '::err'],
  ])
})

it.each([
  ['a file in the place of a folder', 'file/report.json', 'a part of its path is a file, not a folder'],
  ['a folder in the place of the file', '.', 'it is a folder'],
])('%s is reported in one line', async (_what, name, why) => {
  const folder = await mkdtemp(join(tmpdir(), 'reports-'))
  try {
    await writeFile(join(folder, 'file'), '')
    const path = join(folder, name)
    const problem = `the json report cannot be written to ${path}: ${why}. Name another file.`
    await expect(writeReports(report, [{ kind: 'json', path }])).rejects.toThrow(new ReportError(problem))
  } finally {
    await rm(folder, { recursive: true })
  }
})

it('the other reports are written if one fails, of which no earlier one stays', async () => {
  const written: string[] = []
  const removed: string[] = []
  const specs = reportKinds.map((kind) => ({ kind, path: kind }))
  const failing = writeReports(report, specs, {
    write: async (path) => {
      if (path !== 'html')
        throw Object.assign(new Error(`${path}\nfailed`), { code: path === 'json' ? 'ENOSPC' : 'X' })
      written.push(path)
      return Promise.resolve(false)
    },
    remove: async (path) => Promise.resolve(void removed.push(path)),
  })
  await expect(failing).rejects.toThrow(
    new ReportError(
      'the junit report cannot be written to junit: junit\\u000afailed; ' +
        'the json report cannot be written to json: the disk is full; ' +
        'the markdown report cannot be written to markdown: markdown\\u000afailed; the annotations report cannot be written to annotations: annotations\\u000afailed. Name another file.',
    ),
  )
  expect(written).toEqual(['html'])
  expect(removed).toEqual(['junit', 'json', 'markdown', 'annotations'])
})
