import { ApiError } from '../errors.ts'
import type { TextSection } from './page-text.ts'
import type { PreviewCard } from './preview-card.ts'

/** What the server knows of a page that anybody may open, before its scripts run. */
export interface Page {
  title: string
  description: string
  /** What its preview picture shows besides title and description. */
  preview?: Pick<PreviewCard, 'cover' | 'label'>
  /** What it is about, for search engines (schema.org). */
  markup?: object
  /** The lazy parts of learner-web that show it, by the names of their chunks: fetched with the page, and not one after the other. */
  parts?: string[]
  /** The page's first calls: name, input and answer, so that it paints without waiting. */
  data?: [call: string, input: object, answer: unknown][]
  /** What readers without JavaScript see below title and description; undefined for pages that are forms. */
  text?: TextSection[]
  status?: number
  /** Its own address, where it can be opened under several or is more than a path. */
  address?: string
}

/** A screen that asks the server, and the client of its calls. */
export const asking = (screen: string) => [screen, 'QueryClientRoot']

/** The page of what is not there; any other failure is thrown. */
export function notFound(error: unknown, description: string): Page {
  if (error instanceof ApiError && error.code === 'not_found') return { title: 'Not found', description, status: 404 }
  throw error
}
