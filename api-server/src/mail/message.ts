import type { MailContent } from './layout.ts'

export type { MailContent } from './layout.ts'

export interface RenderedMail {
  subject: string
  html: string
  text: string
}

/** Renders HTML and text. */
export async function renderMail(content: MailContent): Promise<RenderedMail> {
  const footer = content.footer ?? DEFAULT_FOOTER
  // React and its mail components take longer to load than all of the server; a web process may never need them.
  const { renderHtml } = await import('./layout.ts')
  return {
    subject: content.subject.replace(/[\r\n]+/g, ' '),
    html: await renderHtml(content, footer),
    text: renderText(content, footer),
  }
}

const DEFAULT_FOOTER = 'You are receiving this e-mail because you have a Flagyard account.'

function renderText({ heading, paragraphs, action }: MailContent, footer: string): string {
  return [heading, ...paragraphs, ...(action ? [`${action.label}:\n${action.url}`] : []), '--', footer].join('\n\n')
}

/** Paragraphs of what a person typed: its lines that are not empty. */
export const paragraphsOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
