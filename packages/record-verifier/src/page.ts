import { factsOf, keyAdvice, notKnown, rowsOf } from './report-text.ts'
import { type Report, UnreadableRecord, verifyRecord } from './verify.ts'

/** Script of the page that works from disk. It has no access to the network. */

const byId = <E extends HTMLElement>(id: string) => document.getElementById(id) as E
const record = byId<HTMLInputElement>('record')
const keys = byId<HTMLInputElement>('keys')
const output = byId<HTMLElement>('output')

byId('form').hidden = false
byId('save').hidden = true
for (const input of [record, keys]) input.addEventListener('change', () => void check())

async function check() {
  const [file] = record.files ?? []
  if (!file) return
  try {
    const report = await verifyRecord(await file.text(), await keys.files?.[0]?.text())
    output.replaceChildren(...show(report, keys.files?.length === 1))
  } catch (error) {
    if (!(error instanceof UnreadableRecord)) throw error
    output.replaceChildren(element('p', error.message, 'bad'))
  }
  output.focus()
}

function show(report: Report, hasKeys: boolean): HTMLElement[] {
  const failed = report.findings.filter(({ holds }) => !holds)
  return [
    element('h2', report.holds ? 'The record holds' : `Does not hold: ${failed.map(({ fact }) => fact).join(', ')}`),
    element('p', notKnown(report), 'note'),
    ...(hasKeys ? [] : [element('p', keyAdvice(report), 'note')]),
    table('Contents', factsOf(report)),
    table(
      'Checks',
      report.findings.map(({ fact, holds, text }) => [fact, holds ? 'holds' : 'FAILS', text]),
    ),
    ...(report.timeline ? [table('Time line (UTC)', rowsOf(report.timeline))] : []),
  ]
}

function table(caption: string, rows: readonly (readonly string[])[]): HTMLElement {
  const made = document.createElement('table')
  made.createCaption().textContent = caption
  const body = made.createTBody()
  for (const [first = '', ...cells] of rows) {
    const row = body.insertRow()
    const head = element('th', first)
    head.setAttribute('scope', 'row')
    row.append(head, ...cells.map((cell) => element('td', cell, cell === 'FAILS' ? 'bad' : '')))
  }
  return made
}

function element(tag: string, text: string, className = ''): HTMLElement {
  const made = document.createElement(tag)
  made.textContent = text
  made.className = className
  return made
}
