import { brand } from '../brand.ts'
import type { MailContent } from './layout.ts'

export type { MailContent } from './layout.ts'

export interface RenderedMail {
  subject: string
  html: string
  text: string
}

export async function renderMail(content: MailContent): Promise<RenderedMail> {
  const footer = content.footer ?? defaultFooter()
  // Loaded on demand: React and its mail components take longer to load than the whole server, and a web process may never need them.
  const { renderHtml } = await import('./layout.ts')
  return {
    subject: content.subject.replace(/[\r\n]+/g, ' '),
    html: await renderHtml(content, footer),
    text: renderText(content, footer),
  }
}

const defaultFooter = () => `You are receiving this e-mail because you have an account at ${brand().name}.`

function renderText({ heading, paragraphs, action }: MailContent, footer: string): string {
  return [heading, ...paragraphs, ...(action ? [`${action.label}:\n${action.url}`] : []), '--', footer].join('\n\n')
}

/** Non-empty lines of a text that a person typed, as paragraphs. */
export const paragraphsOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
