import { acceptedPages, legalPageNames } from '@flagyard/api-types/legal/pages'
import { DRAFT_NOTE, fillTemplate } from '@flagyard/api-types/legal/templates'
import { brand } from '../brand.ts'
import { seller } from './commerce/seller.ts'
import { after, DAY } from './random.ts'
import type { Rows } from './rows.ts'

/** Answers to the placeholders that no setting fills. */
const answers: Record<string, string> = {
  'Describe what you promise about availability and support, and how you announce changes of these terms.':
    'We run this demo on your own machine, so it is available whenever that machine is. We announce changes of these terms on this page.',
  'Name the law that applies, the courts, and the body for disputes with consumers.':
    'German law applies. We do not take part in dispute resolution before a consumer arbitration board.',
  'Name the legal basis for each kind of data.':
    'Account, learning and purchases: to fulfil our contract with you. Security records: our legitimate interest in a safe service.',
  'Name your payment provider, mail provider, hosting provider and cloud providers, with their countries.':
    'No one. The demo sends no mail, moves no money, and runs its clouds as a simulation.',
  'your data protection authority': 'the data protection authority of Hamburg',
  telephone: '+49 40 0000000',
  'managing directors': 'Robin Adler',
  'court and register number': 'Amtsgericht Hamburg, HRB 000000',
  'name and address': `Robin Adler, ${seller.address.replace('\n', ', ')}`,
  'State the period, the conditions under which it ends early for digital content, and the form for a withdrawal.':
    'You can withdraw from a purchase within 14 days without a reason. For digital content the right ends early once you asked for access right away and started it. An e-mail is enough.',
  'State until when you accept returns of courses, bundles, labs and exams.':
    'We accept courses and bundles that you have barely started within 14 days, and labs and exams until you first start them.',
  'State within how many days.': 'This takes at most 14 days.',
  'Name what is not allowed, such as AI assistants.': 'AI assistants are not allowed.',
}

/** Published legal pages of the demo's seller, accepted by everyone with an account. The terms have a second version. */
export function addLegal(rows: Rows, now: Date): void {
  const first = after(now, -400 * DAY)
  const values = { site: brand().name, seller: seller.name, address: seller.address.replace('\n', ', ') }
  for (const page of legalPageNames) {
    const markdown = fillTemplate(page, { ...values, email: seller.email ?? '', tax_id: seller.tax_id ?? '' })
      .replace(`${DRAFT_NOTE}\n\n`, '')
      .replace(/\{\{([^{}]+)\}\}/g, (open, name: string) => answers[name] ?? open)
    const needs_acceptance = acceptedPages.includes(page)
    const version = { page, version: 1, markdown, needs_acceptance, summary: '', effective_at: first }
    rows.legalVersions.push(version)
    if (page !== 'terms') continue
    const summary = 'Names the law that applies.'
    version.markdown = markdown.split('\n## Law')[0] ?? markdown
    const effective_at = after(now, -60 * DAY)
    rows.legalVersions.push({ page, version: 2, markdown, summary, needs_acceptance: false, effective_at })
  }
  for (const { id, created_at } of rows.users) {
    if (!id || !created_at) continue
    const version = created_at < after(now, -60 * DAY) ? 1 : 2
    rows.legalAcceptances.push({ user_id: id, page: 'terms', version, via: 'sign_up', accepted_at: created_at })
    rows.legalAcceptances.push({ user_id: id, page: 'lab_rules', version: 1, via: 'page', accepted_at: created_at })
  }
}
