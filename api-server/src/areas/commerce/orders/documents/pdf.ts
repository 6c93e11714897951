import { isolate } from '@flagyard/api-types/contract/isolate'
import { formatExact } from '@flagyard/api-types/contract/money'
import { countryName } from '@flagyard/api-types/taxes/countries'
import PDFDocument from 'pdfkit'
import { brand } from '../../../../brand.ts'
import type { BuyerFacts, DocumentLine, SellerFacts, TaxLine } from '../../../../db/schema/index.ts'
import { collectBytes, drawBrand, palette, surfaceOf } from '../../../../integrations/pdf.ts'
import { openTypesetter, type Typesetter } from '../../../../integrations/typeset.ts'
import { OUTSIDE_WORDS, REVERSE_CHARGE_WORDS } from '../pricing/tax.ts'
import type { OrderRow } from '../queries.ts'
import { numberOf } from './issue.ts'
import type { DocumentFacts } from './queries.ts'

type Page = InstanceType<typeof PDFDocument>

const { ink, ink2, ink3, line } = palette

/** A4 portrait, in points. */
const WIDTH = 595.28
const HEIGHT = 841.89
const EDGE = 56
const INNER = WIDTH - 2 * EDGE
/** Baseline of the table on continuation pages, and top of the footer on every page. */
const TOP = 72
const FOOT = HEIGHT - 104
const AMOUNT_WIDTH = 96
const SEATS_WIDTH = 48
const PAGE_WIDTH = 170

const label = { weight: 'plain', size: 8.5, color: ink3 } as const
const plain = { weight: 'plain', size: 10, color: ink2 } as const
const strong = { weight: 'bold', size: 10, color: ink } as const

export const renderDocument = (facts: DocumentFacts): Promise<Buffer> =>
  render(sheetOf(facts), facts.document.issued_at)

/** Renders a pro forma: the payment details of a bank transfer. It is not an invoice and has no invoice number. */
export const renderProForma = (facts: ProFormaFacts): Promise<Buffer> =>
  render(proFormaOf(facts), facts.order.created_at)

async function render(sheet: Sheet, at: Date): Promise<Buffer> {
  const page = new PDFDocument({
    size: [WIDTH, HEIGHT],
    margin: 0,
    pdfVersion: '1.7',
    lang: 'en',
    displayTitle: true,
    bufferPages: true,
    info: {
      Title: `${sheet.heading} ${sheet.number}`,
      Author: sheet.seller[0] ?? '',
      CreationDate: at,
    },
  })
  const file = collectBytes(page)
  const texts = [...textsIn(sheet), brand().name]
  const type = await openTypesetter(surfaceOf(page), { plain: texts, bold: texts, mono: [] })

  drawHead(page, type, sheet)
  const bottom = drawParties(type, sheet, drawFacts(type, sheet))
  const lines = drawLines(page, type, sheet, bottom + 40)
  drawTotals(page, type, sheet, lines)
  drawFeet(page, type, sheet)
  page.end()
  return file
}

/** All texts of a document, formatted. */
type Sheet = ReturnType<typeof sheetOf>

function sheetOf({ document, order, corrected }: DocumentFacts) {
  const { seller, buyer, kind, currency, lines, tax_lines, total_amount, tax_amount } = document
  const isCredit = kind === 'credit_note'
  return {
    heading: isCredit ? 'Credit note' : 'Invoice',
    number: numberOf(document),
    facts: [
      ...entry('Number', numberOf(document)),
      ...entry('Date', dayOf(document.issued_on)),
      ...(isCredit ? [] : entry('Supplied', dayOf(document.issued_on))),
      ...entry('Order', order.number),
      ...entry('Your reference', buyer.reference),
      ...(corrected ? entry('Corrects invoice', `${numberOf(corrected)} of ${dayOf(corrected.issued_on)}`) : []),
    ],
    ...partiesOf(seller, buyer),
    ...amountsOf({ lines, tax_lines, total_amount, tax_amount, currency }, isCredit ? 'Credited to you' : 'Total'),
    remarks: [
      ...remarksOf(tax_lines),
      ...(isCredit
        ? ['This amount goes back to you the way you paid.']
        : [`Paid on ${dayOf(document.issued_on)}. Nothing is left to pay.`]),
    ],
    foot: footOf(seller),
  }
}

export interface ProFormaFacts {
  order: Pick<OrderRow, 'number' | 'created_at' | 'due_at' | 'tax_lines' | 'total_amount' | 'tax_amount' | 'currency'>
  seller: SellerFacts
  /** The seller's time zone, used for printed dates. */
  time_zone: string
  buyer: BuyerFacts
  lines: DocumentLine[]
}

function proFormaOf({ order, seller, time_zone, buyer, lines }: ProFormaFacts): Sheet {
  const { number, created_at, due_at, ...amounts } = order
  const account = [seller.iban && `IBAN ${seller.iban}`, seller.bic && `BIC ${seller.bic}`].filter(Boolean).join(', ')
  return {
    heading: 'Pro forma',
    number,
    facts: [
      ...entry('Order', number),
      ...entry('Date', dayOf(created_at, time_zone)),
      ...entry('Please pay by', due_at && dayOf(due_at, time_zone)),
      ...entry('Your reference', buyer.reference),
    ],
    ...partiesOf(seller, buyer),
    ...amountsOf({ ...amounts, lines }, 'To transfer'),
    remarks: [
      ...remarksOf(order.tax_lines),
      account
        ? `Please transfer the whole amount to ${isolate(seller.name)}, ${account}, with the reference ${number}.`
        : `Please write to ${seller.email} for the details of our bank account, and give the reference ${number}.`,
      'This is not an invoice, and no VAT can be deducted by it. The invoice follows once the amount has arrived.',
    ],
    foot: footOf(seller),
  }
}

const entry = (name: string, value: string | null | undefined) => (value ? [[name, value] as const] : [])

const partiesOf = (seller: SellerFacts, buyer: BuyerFacts) => ({
  seller: [
    seller.name,
    ...seller.address.split('\n'),
    countryName(seller.country),
    ...(seller.tax_id ? [`VAT id ${seller.tax_id}`] : []),
  ],
  buyer: [
    ...(buyer.company ? [buyer.company] : []),
    buyer.name,
    ...(buyer.address ? [buyer.address] : []),
    ...(buyer.country ? [countryName(buyer.country)] : []),
    ...(buyer.tax_id ? [`VAT id ${buyer.tax_id}`] : []),
  ].filter(Boolean),
})

type Amounts = Pick<OrderRow, 'tax_lines' | 'total_amount' | 'tax_amount' | 'currency'> & { lines: DocumentLine[] }

function amountsOf({ lines, tax_lines, total_amount, tax_amount, currency }: Amounts, totalLabel: string) {
  const money = (amount: number) => formatExact({ amount, currency })
  return {
    lines: lines.map(({ title, seats, amount }) => ({ title, seats: String(seats), amount: money(amount) })),
    amountLabel: tax_amount > 0 ? 'Amount incl. VAT' : 'Amount',
    totals: [
      ...entry('Net', money(total_amount - tax_amount)),
      ...tax_lines.map((tax) => [taxLabel(tax), money(tax.tax)] as const),
      ...entry(totalLabel, money(total_amount)),
    ],
  }
}

const footOf = (seller: SellerFacts) =>
  [
    [seller.name, seller.email].filter(Boolean).join(' · '),
    [seller.iban && `IBAN ${seller.iban}`, seller.bic && `BIC ${seller.bic}`].filter(Boolean).join(' · '),
    seller.footer,
  ].filter(Boolean)

const taxLabel = ({ rate, country, rule }: TaxLine) =>
  rule === 'home' || rule === 'oss' ? `VAT ${formatRate(rate)} (${countryName(country)})` : 'VAT'

const formatRate = (rate: number) => `${new Intl.NumberFormat('en', { maximumFractionDigits: 2 }).format(rate / 100)}%`

function remarksOf(lines: TaxLine[]): string[] {
  const rules = new Set(lines.map(({ rule }) => rule))
  return [
    ...(rules.has('reverse_charge') ? [REVERSE_CHARGE_WORDS] : []),
    ...(rules.has('outside') ? [OUTSIDE_WORDS] : []),
  ]
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return value && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : []
}

/** Formats a Date as a day in the given time zone, and a date string as the day it names. */
const dayOf = (at: string | Date, timeZone = 'UTC') =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone }).format(new Date(at))

function drawHead(page: Page, type: Typesetter, { heading }: Sheet) {
  drawBrand(page, type, { x: EDGE, baseline: 65 })
  type.line(heading, { x: EDGE, baseline: 136, width: INNER / 2 }, { weight: 'bold', size: 28, color: ink })
}

/** Returns the baseline of the last fact. */
function drawFacts(type: Typesetter, { facts }: Sheet): number {
  const x = EDGE + INNER / 2
  return facts.reduce((baseline, [name, value]) => {
    type.line(name, { x, baseline: baseline + 16, width: 84 }, label)
    const box = { x: x + 88, baseline: baseline + 16, width: INNER / 2 - 88, lines: 2, smallest: 7 }
    return type.fit(value, box, plain)
  }, 100)
}

/** Draws seller and buyer next to each other. Returns the lowest baseline. */
function drawParties(type: Typesetter, { seller, buyer }: Sheet, above: number): number {
  const top = Math.max(above, 136) + 44
  const column = (name: string, texts: string[], x: number) => {
    const width = INNER / 2 - 24
    type.line(name, { x, baseline: top, width }, label)
    return texts.reduce(
      (baseline, text, index) =>
        type.fit(text, { x, baseline: baseline + 15, width, lines: 4, smallest: 8 }, index === 0 ? strong : plain),
      top,
    )
  }
  return Math.max(column('From', seller, EDGE), column('To', buyer, EDGE + INNER / 2))
}

/** Returns the position below the table. */
function drawLines(page: Page, type: Typesetter, sheet: Sheet, top: number): number {
  const { lines, number, heading } = sheet
  let baseline = drawTableHead(page, type, sheet, top)
  for (const { title, seats, amount } of lines) {
    if (baseline + 44 > FOOT) {
      page.addPage()
      type.line(`${heading} ${number}, continued`, { x: EDGE, baseline: TOP - 24, width: INNER }, label)
      baseline = drawTableHead(page, type, sheet, TOP)
    }
    const first = baseline + 20
    const width = INNER - AMOUNT_WIDTH - SEATS_WIDTH - 16
    type.lineAtEnd(seats, { x: EDGE + width, baseline: first, width: SEATS_WIDTH }, plain)
    type.lineAtEnd(amount, { x: WIDTH - EDGE - AMOUNT_WIDTH, baseline: first, width: AMOUNT_WIDTH }, plain)
    baseline = type.paragraph(title, { x: EDGE, baseline: first, width: width - 8, lines: 3 }, plain)
  }
  rule(page, baseline + 12)
  return baseline + 12
}

function drawTableHead(page: Page, type: Typesetter, { amountLabel }: Sheet, baseline: number): number {
  type.line('Description', { x: EDGE, baseline, width: INNER / 2 }, label)
  const end = WIDTH - EDGE - AMOUNT_WIDTH
  type.lineAtEnd('Seats', { x: end - SEATS_WIDTH - 16, baseline, width: SEATS_WIDTH }, label)
  type.lineAtEnd(amountLabel, { x: end, baseline, width: AMOUNT_WIDTH }, label)
  rule(page, baseline + 8)
  return baseline + 4
}

const rule = (page: Page, y: number) =>
  page
    .moveTo(EDGE, y)
    .lineTo(WIDTH - EDGE, y)
    .lineWidth(0.7)
    .stroke(line)

function drawTotals(page: Page, type: Typesetter, { totals, remarks }: Sheet, top: number) {
  let baseline = top
  if (baseline + 24 * totals.length + 40 * remarks.length > FOOT) {
    page.addPage()
    baseline = TOP
  }
  for (const [index, [name, amount]] of totals.entries()) {
    const style = index === totals.length - 1 ? { ...strong, size: 12 } : plain
    baseline += 20
    type.line(name, { x: EDGE + INNER / 2 - 40, baseline, width: INNER / 2 + 40 - AMOUNT_WIDTH }, style)
    type.lineAtEnd(amount, { x: WIDTH - EDGE - AMOUNT_WIDTH, baseline, width: AMOUNT_WIDTH }, style)
  }
  baseline += 24
  for (const remark of remarks)
    baseline = type.paragraph(remark, { x: EDGE, baseline: baseline + 18, width: INNER, lines: 3 }, plain)
}

/** Draws the seller's footer and the page number on every page. */
function drawFeet(page: Page, type: Typesetter, { foot, number }: Sheet) {
  const { count } = page.bufferedPageRange()
  for (let index = 0; index < count; index++) {
    page.switchToPage(index)
    rule(page, FOOT + 24)
    foot.reduce(
      (baseline, text) =>
        type.paragraph(text, { x: EDGE, baseline: baseline + 12, width: INNER - PAGE_WIDTH, lines: 3 }, label),
      FOOT + 28,
    )
    const at = { x: WIDTH - EDGE - PAGE_WIDTH, baseline: FOOT + 40, width: PAGE_WIDTH }
    type.lineAtEnd(count > 1 ? `${number}, page ${index + 1} of ${count}` : number, at, label)
  }
}
