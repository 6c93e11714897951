import { existsSync } from 'node:fs'
import type { Plugin } from 'vite'
import { compileCatalogue } from './compile.ts'
import { PSEUDO } from './pseudo.ts'

const CATALOGUE = /\/messages\/([a-z]{2}(?:-[A-Z]{2})?)\/[\w-]+\.ts$/

/** Languages that are written from right to left. */
const RIGHT_TO_LEFT = ['ar', 'he', 'fa', 'ur']

/**
 * Builds an app in one language. Sources import their texts from `messages/en`; the build replaces these by the files of its language and compiles the
 * messages, so that the texts are part of the code that shows them.
 */
export const messages = (buildLanguage = 'en'): Plugin => ({
  name: 'messages',
  enforce: 'pre',
  resolveId: {
    filter: { id: /\/messages\/en\/[\w-]+\.ts$/ },
    async handler(id, importer) {
      const found = await this.resolve(id, importer, { skipSelf: true })
      const translated = found?.id.replace('/messages/en/', `/messages/${buildLanguage}/`)
      return translated && existsSync(translated) ? translated : found
    },
  },
  transform: {
    filter: { id: CATALOGUE },
    handler: (code, id) => ({
      code: compileCatalogue(id, code, { isPseudo: buildLanguage === PSEUDO }),
      map: { mappings: '' },
    }),
  },
  transformIndexHtml: (html) =>
    html.replace(
      '<html lang="en"',
      `<html lang="${buildLanguage}" dir="${RIGHT_TO_LEFT.includes(buildLanguage) ? 'rtl' : 'ltr'}"`,
    ),
})
