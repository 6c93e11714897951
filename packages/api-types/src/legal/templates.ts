/** Templates that owners start from. The console fills the placeholders that the brand and the seller answer; owners replace the others. */
import { PREPARE_MINUTES } from '../exam-attempts/timing.ts'
import { paths } from '../links.ts'
import { type LegalPageName, legalPaths } from './pages.ts'

/** First line of each template. A text that contains it cannot be published. */
export const DRAFT_NOTE = '> **Draft: have this checked by a lawyer, then remove this note.**'

/** Values from the settings, by placeholder. */
interface TemplateValues {
  site: string
  seller?: string | undefined
  address?: string | undefined
  email?: string | undefined
  tax_id?: string | undefined
}

export const fillTemplate = (page: LegalPageName, values: TemplateValues): string =>
  `${DRAFT_NOTE}\n\n${templates[page]}`.replace(
    PLACEHOLDER,
    (open, name: keyof TemplateValues) => values[name]?.replaceAll('\n', '\\\n') || open,
  )

const PLACEHOLDER = /\{\{([^{}]+)\}\}/g

/** Placeholders that have no value yet. */
export const openPlaceholders = (markdown: string): string[] => markdown.match(PLACEHOLDER) ?? []

const templates: Record<LegalPageName, string> = {
  terms: `These terms apply between you and {{seller}}, {{address}}, who runs {{site}}.

## Your account

One account belongs to one person. Keep its password to yourself, and tell us if you think someone else has used your account. The name on your account is the name on your certificates.

## Labs

Inside a lab you may attack everything that was built for it. That permission ends at the edge of the lab: do not attack other learners, this site, the cloud provider or anyone else. Our [lab rules](${legalPaths.lab_rules}) apply.

## Flags and exams

Find flags yourself, and do not share them. In an exam, do your own work, and do not publish its contents. Our [exam rules](${legalPaths.exam_rules}) apply. We can revoke a certificate that was earned any other way, and its public page then says so.

## Prices and payment

You see the price and its currency before you pay. What you can return, and until when, is explained under [returns](${legalPaths.returns}).

## Our service

{{Describe what you promise about availability and support, and how you announce changes of these terms.}}

## Leaving

You can close your account at any time. The [privacy notice](${legalPaths.privacy}) explains what remains afterwards, and why.

## Law

{{Name the law that applies, the courts, and the body for disputes with consumers.}}
`,
  privacy: `{{seller}}, {{address}}, is responsible for your data on {{site}}. You can reach us at {{email}}.

## What we store

- Your account: name, username, e-mail address, and what you add to your profile.
- Your learning: lessons watched, labs run, flags tried, exams, certificates and feedback.
- Your purchases: orders and vouchers. Card numbers never reach us; only the payment provider sees them.
- For security: your sign-ins, and what happens in the lab accounts you use.

## Why

{{Name the legal basis for each kind of data.}}

## Cookies and storage

- A session cookie, which keeps you signed in. No script can read it.
- \`CookieConsent\`, which remembers for a year that you have seen our notice.
- \`referrer\`, which remembers for six hours which link brought you here, if the link says so.
- In your browser's storage: your theme, the announcements you closed, and your progress in free lessons before you signed in. We only see that progress if you save it to your account.

## Who else sees it

{{Name your payment provider, mail provider, hosting provider and cloud providers, with their countries.}}

Anyone with the link to a certificate sees what is printed on it.

## How long

An account that was never activated is removed after seven days. An account that you delete is closed immediately and erased after 14 days. Invoices remain for as long as the law requires. The list below names every kind of data.

## Your rights

You can correct your data on [your profile](${paths.profile}). Below, this page says how to see, download and delete it. You can also complain to {{your data protection authority}}.
`,
  imprint: `{{seller}}\\
{{address}}

E-mail: {{email}}\\
Telephone: {{telephone}}

Represented by: {{managing directors}}\\
Register: {{court and register number}}\\
VAT identification number: {{tax_id}}

Responsible for the content: {{name and address}}
`,
  returns: `## Right to withdraw

{{State the period, the conditions under which it ends early for digital content, and the form for a withdrawal.}}

## How to return a purchase

Write to {{email}} with the number of your order. {{State until when you accept returns of courses, bundles, labs and exams.}}

## How you get your money back

We refund to the payment method that you used. {{State within how many days.}}
`,
  faqs: `## Labs

### Do I need a cloud account?

No. When you start a lab, you get an account that only you use until your time ends.

### Is it a simulation?

Where a lab has a shell on its page, yes: your commands are judged as the cloud would judge them, and reach nothing else. The shell says so in its first line.

### What happens to what I build?

When the lab ends, its credentials stop working and the account is emptied. Save your notes and outputs on your own machine.

### Do I lose my flags when I reset a lab?

No. Solved flags stay solved. A reset rebuilds the environment and uses up one of the lab's resets.

## Courses and exams

### When is a video lesson complete?

When you have watched enough of it, usually 90 %. Skipping to the end does not count, but watching at double speed does.

### How do exams work?

You book a day and an hour. We prepare the environment ${PREPARE_MINUTES} minutes before. Your clock starts once you have checked in and the environment is ready.

### How does someone check my certificate?

Each certificate has a public page under its own ID. Anyone with the link sees whose it is, what it is for, and whether it is still valid.

## Buying

### Can I buy for someone else?

Yes. Choose “For others” on the purchase page, say for how many, and name them now or later.

### I have a voucher. Where do I enter it?

Sign in, open “Vouchers” in your account menu and choose “I have a code”.
`,
  exam_rules: `- Do your own work. Do not let another person help you or sit the exam for you.
- You may use documentation and your own notes. {{Name what is not allowed, such as AI assistants.}}
- Stay within the environment of the exam.
- Do not publish or share tasks, flags or solutions, during the exam or afterwards.
- If we find misconduct, we can disqualify the attempt and revoke the certificate.
`,
  lab_rules: `- Attack only what was built for the lab.
- Do not use the account for mining, sending mail, scanning strangers or storing other people's data.
- Do not share credentials or flags.
- If you break these rules, we can end the lab and close your account.
`,
}
