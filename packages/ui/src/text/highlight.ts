import type { HLJSApi, Language } from 'highlight.js'
import bash from 'highlight.js/lib/languages/bash'
import http from 'highlight.js/lib/languages/http'
import ini from 'highlight.js/lib/languages/ini'
import json from 'highlight.js/lib/languages/json'
import powershell from 'highlight.js/lib/languages/powershell'
import python from 'highlight.js/lib/languages/python'
import yaml from 'highlight.js/lib/languages/yaml'
import { createLowlight } from 'lowlight'

/** Terraform's language, which the library does not include. */
const hcl = ({ HASH_COMMENT_MODE, C_LINE_COMMENT_MODE, C_BLOCK_COMMENT_MODE, NUMBER_MODE }: HLJSApi): Language => ({
  name: 'HCL',
  aliases: ['terraform', 'tf'],
  keywords: {
    keyword: 'resource data variable output provider module locals terraform moved import for_each for in if',
    literal: 'true false null',
  },
  contains: [
    HASH_COMMENT_MODE,
    C_LINE_COMMENT_MODE,
    C_BLOCK_COMMENT_MODE,
    NUMBER_MODE,
    {
      scope: 'string',
      begin: '"',
      end: '"',
      contains: [{ begin: /\\./ }, { scope: 'variable', begin: /\$\{/, end: /\}/ }],
    },
    { scope: 'attr', begin: /[A-Za-z_][\w-]*(?=\s*=(?!=))/ },
  ],
})

const lowlight = createLowlight({ bash, hcl, http, ini, json, powershell, python, yaml })
lowlight.registerAlias({ bash: 'console' })

/** Highlighted tokens of a piece of code; null for an unknown language. */
export const highlight = (language: string, code: string) =>
  lowlight.registered(language) ? lowlight.highlight(language, code) : null

export type HighlightedTree = NonNullable<ReturnType<typeof highlight>>
