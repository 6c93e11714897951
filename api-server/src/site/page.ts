import { ApiError } from '../errors.ts'
import type { TextSection } from './page-text.ts'
import type { PreviewCard } from './preview-card.ts'

/** Data for rendering a public page without its scripts. */
export interface Page {
  title: string
  description: string
  /** Content of its preview picture besides title and description. */
  preview?: Pick<PreviewCard, 'cover' | 'label'>
  /** Schema.org markup for search engines. */
  markup?: object
  /** Names of the lazy chunks of learner-web that render it. They are fetched in parallel with the page instead of one after the other. */
  parts?: string[]
  /** The page's first calls with name, input and response, so that it renders without waiting. */
  data?: [call: string, input: object, answer: unknown][]
  /** Text below title and description for readers without JavaScript; undefined for pages that are forms. */
  text?: TextSection[]
  status?: number
  /** Canonical address, if the page has several or needs more than a path. */
  address?: string
}

/** Chunks of a screen that calls the server, including the API client. */
export const asking = (screen: string) => [screen, 'QueryClientRoot']

/** Page for missing content; any other error is rethrown. */
export function notFound(error: unknown, description: string): Page {
  if (error instanceof ApiError && error.code === 'not_found') return { title: 'Not found', description, status: 404 }
  throw error
}
