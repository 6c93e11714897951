import { Body, Button, Container, Head, Heading, Hr, Html, Preview, Text } from '@react-email/components'
import { render } from '@react-email/render'
import { createElement as h, type ReactNode } from 'react'

/** What one e-mail says. The layout, both forms of it and the escaping are the same for all. */
export interface MailContent {
  subject: string
  /** The line that a mail program shows beside the subject. */
  preview: string
  heading: string
  /** Paragraphs of plain words; names and titles stand in them as they are and are escaped. */
  paragraphs: string[]
  action?: { label: string; url: string }
  /** Small print: why this mail came. */
  footer?: string
}

export interface Rendered {
  subject: string
  html: string
  text: string
}

/** Renders both forms. React escapes every value, so HTML in a name stays text. */
export async function renderMail(content: MailContent): Promise<Rendered> {
  const html = await render(layout(content))
  return { subject: content.subject.replace(/[\r\n]+/g, ' '), html, text: plain(content) }
}

const ink = '#15171c'
const font = 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif'
const paragraph = { color: '#454a55', fontSize: '16px', lineHeight: '1.55', margin: '0 0 16px' }

function layout({ preview, heading, paragraphs, action, footer }: MailContent): ReactNode {
  const button = action && {
    style: {
      background: '#c8203a',
      color: '#ffffff',
      borderRadius: '8px',
      padding: '12px 20px',
      fontWeight: 600,
      fontSize: '15px',
    },
  }
  return h(
    Html,
    { lang: 'en' },
    h(Head),
    h(Preview, null, preview),
    h(
      Body,
      { style: { background: '#faf9f6', fontFamily: font, margin: 0, padding: '32px 16px' } },
      h(
        Container,
        {
          style: {
            background: '#ffffff',
            border: '1px solid #dedad2',
            borderRadius: '8px',
            padding: '32px',
            maxWidth: '560px',
          },
        },
        h(Text, { style: { color: ink, fontWeight: 700, fontSize: '15px', margin: '0 0 24px' } }, 'Flagyard'),
        h(
          Heading,
          { as: 'h1', style: { color: ink, fontSize: '24px', lineHeight: '1.2', margin: '0 0 16px' } },
          heading,
        ),
        ...paragraphs.map((words, index) => h(Text, { key: index, style: paragraph }, words)),
        action && button && h(Button, { href: action.url, ...button }, action.label),
        action &&
          h(
            Text,
            { style: { ...paragraph, fontSize: '13px', margin: '16px 0 0', wordBreak: 'break-all' } },
            `Or open this address: ${action.url}`,
          ),
        h(Hr, { style: { borderColor: '#dedad2', margin: '24px 0 16px' } }),
        h(
          Text,
          { style: { ...paragraph, color: '#636974', fontSize: '13px', margin: 0 } },
          footer ?? 'You get this mail because of your account at Flagyard.',
        ),
      ),
    ),
  )
}

function plain({ heading, paragraphs, action, footer }: MailContent): string {
  return [
    heading,
    ...paragraphs,
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    '--',
    footer ?? 'You get this mail because of your account at Flagyard.',
  ].join('\n\n')
}
