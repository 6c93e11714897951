import spectral from '@stoplight/spectral-core'
import rulesets from '@stoplight/spectral-rulesets'
import { expect, test } from 'vitest'
import { openApiDocument } from '../src/contract/openapi.ts'
import { operations } from './rows.ts'

test('the OpenAPI document describes every row and passes spectral’s OpenAPI rules', async () => {
  const document = openApiDocument(operations, { serverUrl: 'http://localhost:3000', version: '1' })
  const described = Object.values(document.paths as Record<string, object>).flatMap((path) => Object.values(path))
  expect(described.map((one) => one.operationId).sort()).toEqual(Object.keys(operations).sort())

  const linter = new spectral.Spectral()
  linter.setRuleset(
    new spectral.Ruleset({
      extends: [rulesets.oas as never],
      // The twins `/courses` and `/courses/` are two published calls (docs/decisions/0001).
      rules: { 'path-keys-no-trailing-slash': 'off' },
    }),
  )
  // `GET /flags/{lab}/me` and `POST /flags/{id}/me` are published under two names for one place in the path.
  const twins = 'Paths "/flags/{lab}/me" and "/flags/{id}/me" must not be equivalent.'
  const found = await linter.run(JSON.parse(JSON.stringify(document)))
  expect(
    found
      .filter(({ message }) => message !== twins)
      .map(({ code, message, path }) => `${code}: ${message} at ${path.join('.')}`),
  ).toEqual([])
})
