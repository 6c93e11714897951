import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const shipped = [
  'learner-web/src',
  'admin-console/src',
  'packages/ui/src',
  'packages/api-types/src',
  'packages/cloud-simulator/src',
  'api-server/src',
  'content',
]
const claim =
  /\breal\s+(?:accounts?\b|(?:AWS|Azure|GCP|Google Cloud|cloud)\s+(?:accounts?|subscriptions?|projects?)\b)/i

// Only a cloud proof shows that a cloud works, and only the pool page, which administrators see, mentions it.
test('no shipped text claims that labs run in real accounts, which has not been proven', () => {
  const files = shipped.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  const texts = files.filter((name) => /\.(tsx?|md|ya?ml|json)$/.test(name) && !/\.test\.tsx?$/.test(name))
  expect(texts.length).toBeGreaterThan(500)
  expect(texts.filter((name) => claim.test(readFileSync(join(root, name), 'utf8')))).toEqual([])
})
