import { Body, Button, Container, Head, Heading, Hr, Html, Img, Preview, Text } from '@react-email/components'
import { render } from '@react-email/render'
import { createElement as h, type ReactNode } from 'react'
import { brand, printAccent } from '../brand.ts'

/** Content of one e-mail. All mails share the layout, the HTML and text versions, and the escaping. */
export interface MailContent {
  subject: string
  /** Line that mail programs show next to the subject. */
  preview: string
  heading: string
  /** Plain text. Names and titles are inserted unescaped, and escaped when rendered. */
  paragraphs: string[]
  action?: { label: string; url: string }
  /** Footer that explains why the mail was sent. */
  footer?: string
}

/** The HTML of a mail. React escapes every value, so HTML in a name stays text. */
export const renderHtml = (content: MailContent, footer: string): Promise<string> => render(layout(content, footer))

const ink = '#15171c'
const font = 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif'
const paragraph = { color: '#454a55', fontSize: '16px', lineHeight: '1.55', margin: '0 0 16px' }

/** Logo or name above the heading. */
function sender(): ReactNode {
  const { name, print_logo_url } = brand()
  const style = { color: ink, fontWeight: 700, fontSize: '15px', margin: '0 0 24px' }
  return print_logo_url ? h(Img, { src: print_logo_url, alt: name, height: 32, style }) : h(Text, { style }, name)
}

function layout({ preview, heading, paragraphs, action }: MailContent, footer: string): ReactNode {
  const button = action && {
    style: {
      background: printAccent(),
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
        sender(),
        h(
          Heading,
          { as: 'h1', style: { color: ink, fontSize: '24px', lineHeight: '1.2', margin: '0 0 16px' } },
          heading,
        ),
        ...paragraphs.map((text, index) => h(Text, { key: index, style: paragraph }, text)),
        action && button && h(Button, { href: action.url, ...button }, action.label),
        action &&
          h(
            Text,
            { style: { ...paragraph, fontSize: '13px', margin: '16px 0 0', wordBreak: 'break-all' } },
            `Or open this link: ${action.url}`,
          ),
        h(Hr, { style: { borderColor: '#dedad2', margin: '24px 0 16px' } }),
        h(Text, { style: { ...paragraph, color: '#636974', fontSize: '13px', margin: 0 } }, footer),
      ),
    ),
  )
}
