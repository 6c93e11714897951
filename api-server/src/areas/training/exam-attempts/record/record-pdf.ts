import { isolate } from '@flagyard/api-types/contract/isolate'
import type { Output } from '@flagyard/api-types/contract/operation'
import {
  flagStanding,
  HOW_TO_CHECK,
  pointsGiven,
  recordMoment,
  recordName,
  timeGiven,
} from '@flagyard/api-types/exam-attempts/attempt-record'
import PDFDocument from 'pdfkit'
import { brand } from '../../../../brand.ts'
import { collectBytes, palette, surfaceOf } from '../../../../integrations/pdf.ts'
import { openTypesetter, type Typesetter } from '../../../../integrations/typeset.ts'

type AttemptRecord = Output<'attemptRecord'>

const { ink, ink2, ink3, line } = palette
/** A4, in points. */
const WIDTH = 595.28
const HEIGHT = 841.89
const EDGE = 48
const INNER = WIDTH - 2 * EDGE
/** Left edges of the four columns. */
const COLUMNS = { local: EDGE, utc: EDGE + 118, what: EDGE + 250, given: EDGE + 400 }

const small = { weight: 'plain', size: 8.5, color: ink3 } as const
const plain = { weight: 'plain', size: 9.5, color: ink } as const
const bold = { weight: 'bold', size: 9.5, color: ink } as const
const mono = { weight: 'mono', size: 8, color: ink2 } as const

/** Renders the timeline of an attempt on as many pages as needed. */
export async function renderRecord(record: AttemptRecord): Promise<Buffer> {
  const page = new PDFDocument({
    size: [WIDTH, HEIGHT],
    margin: 0,
    pdfVersion: '1.7',
    lang: 'en',
    displayTitle: true,
    info: {
      Title: `${record.title}: attempt ${record.number}`,
      Author: brand().name,
      CreationDate: new Date(record.now),
    },
  })
  const file = collectBytes(page)
  const texts = [record.title, record.candidate, ...record.rows.flatMap(({ text, actor }) => [text, actor ?? ''])]
  texts.push(
    ...record.flags.map(({ title }) => title),
    ...record.conduct_cases.map(({ answer }) => answer ?? ''),
    '−“”',
  )
  const type = await openTypesetter(surfaceOf(page), { plain: texts, bold: texts, mono: [] })
  const sheet = { page, type, y: EDGE + 14 }
  drawHead(sheet, record)
  for (const [index, row] of record.rows.entries())
    drawRow(sheet, row, recordName(record.rows, index), record.time_zone)
  drawFlags(sheet, record)
  drawAnswers(sheet, record)
  page.end()
  return file
}

interface Sheet {
  page: InstanceType<typeof PDFDocument>
  type: Typesetter
  /** Next baseline. */
  y: number
}

/** Starts a new page if this height does not fit. */
function needs(sheet: Sheet, height: number) {
  if (sheet.y + height <= HEIGHT - EDGE) return
  sheet.page.addPage()
  sheet.y = EDGE + 14
}

function drawHead(sheet: Sheet, record: AttemptRecord) {
  const { type } = sheet
  const box = { x: EDGE, width: INNER }
  sheet.y = type.fit(record.title, { ...box, baseline: sheet.y + 8, lines: 2, smallest: 12 }, { ...bold, size: 20 })
  sheet.y += 18
  const whose = `Attempt ${record.number} of ${isolate(record.candidate)}`
  sheet.y = type.fit(whose, { ...box, baseline: sheet.y, lines: 2, smallest: 8 }, { ...plain, size: 12 })
  const zone = record.time_zone
  const facts = [
    ['Booked for', record.scheduled_at],
    ['Started', record.started_at],
    ['Time is over at', record.ends_at],
  ].flatMap(([name, at]) => (at ? [`${name} ${recordMoment(at, zone)} (${zone}), ${at}`] : []))
  const sum = record.points + record.extra_points
  facts.push(
    `${STATES[record.state]}${record.under_review ? ', under review' : ''}: ${sum} points, ${record.passing_points} needed to pass`,
  )
  for (const fact of facts) {
    sheet.y += 14
    type.line(fact, { ...box, baseline: sheet.y }, plain)
  }
  sheet.y = type.paragraph(HOW_TO_CHECK, { ...box, baseline: sheet.y + 20, lines: 4 }, small) + 24
  const heads = [
    [COLUMNS.local, `Time in ${zone}`],
    [COLUMNS.utc, 'UTC'],
    [COLUMNS.what, 'What happened'],
    [COLUMNS.given, 'Gives'],
  ] as const
  for (const [x, name] of heads) type.line(name, { x, baseline: sheet.y, width: 130 }, small)
  rule(sheet)
}

const STATES: Record<AttemptRecord['state'], string> = {
  purchased: 'Not booked',
  scheduled: 'Booked',
  preparing: 'Being prepared',
  active: 'Running',
  provisional: 'Not final yet',
  passed: 'Passed',
  failed: 'Not passed',
  no_show: 'Missed',
  disqualified: 'Disqualified',
  void: 'Cancelled',
}

function rule(sheet: Sheet) {
  sheet.page
    .moveTo(EDGE, sheet.y + 6)
    .lineTo(WIDTH - EDGE, sheet.y + 6)
    .lineWidth(0.5)
    .stroke(line)
  sheet.y += 18
}

/** Maximum lines of a row's text. 500 characters take five. */
const LINES = 6

function drawRow(sheet: Sheet, row: AttemptRecord['rows'][number], name: string, zone: string) {
  needs(sheet, 12 * (LINES + 1))
  const { type, y } = sheet
  type.line(recordMoment(row.at, zone), { x: COLUMNS.local, baseline: y, width: 114 }, plain)
  type.line(row.at, { x: COLUMNS.utc, baseline: y, width: 128 }, mono)
  type.line(name, { x: COLUMNS.what, baseline: y, width: 146 }, bold)
  const given = [timeGiven(row), pointsGiven(row)].filter(Boolean).join(' · ')
  if (given) type.line(given, { x: COLUMNS.given, baseline: y, width: WIDTH - EDGE - COLUMNS.given }, plain)
  const text = [row.text, row.actor && `by ${isolate(row.actor)}`].filter(Boolean).join(' · ')
  if (text) {
    const box = { x: COLUMNS.what, width: WIDTH - EDGE - COLUMNS.what, baseline: y + 12, lines: LINES }
    sheet.y = type.paragraph(text, box, small)
  }
  rule(sheet)
}

function drawFlags(sheet: Sheet, { flags, time_zone }: AttemptRecord) {
  if (flags.length === 0) return
  heading(sheet, 'Flags')
  for (const flag of flags) {
    needs(sheet, 30)
    const { type, y } = sheet
    type.line(flag.title, { x: EDGE, baseline: y, width: 240 }, bold)
    type.line(flagStanding(flag), { x: COLUMNS.what, baseline: y, width: 146 }, plain)
    type.line(
      `${flag.points} points · ${flag.tries} ${flag.tries === 1 ? 'try' : 'tries'}`,
      { x: COLUMNS.given, baseline: y, width: 100 },
      plain,
    )
    const last = flag.last_try_at
    if (last) {
      const text = `Last try ${recordMoment(last, time_zone)}, ${last}`
      type.line(text, { x: EDGE, baseline: y + 12, width: INNER }, small)
      sheet.y += 12
    }
    rule(sheet)
  }
}

/** Printed in full, because the decision is based on them. */
function drawAnswers(sheet: Sheet, { conduct_cases }: AttemptRecord) {
  for (const { evidence, answer } of conduct_cases)
    for (const [title, text] of [
      ['Conduct case: what was seen', evidence],
      ['Conduct case: the candidate’s answer', answer ?? 'None yet.'],
    ] as const) {
      heading(sheet, title)
      for (const part of text.split('\n')) {
        needs(sheet, 12 * LINES)
        const box = { x: EDGE, width: INNER, baseline: sheet.y, lines: 60 }
        sheet.y = sheet.type.paragraph(part, box, plain) + 14
      }
    }
}

function heading(sheet: Sheet, title: string) {
  needs(sheet, 60)
  sheet.y += 14
  sheet.type.line(title, { x: EDGE, baseline: sheet.y, width: INNER }, { ...bold, size: 13 })
  sheet.y += 20
}
