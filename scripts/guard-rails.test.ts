import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (name: string) => readFileSync(new URL(`../modules/guard-rails/${name}`, import.meta.url), 'utf8')

test('the service control policy denies and nothing else, within the size that AWS takes', () => {
  const { Version, Statement } = JSON.parse(read('aws-scp.json'))
  expect(Version).toBe('2012-10-17')
  // AWS counts without blanks.
  expect(JSON.stringify({ Version, Statement }).length).toBeLessThanOrEqual(5120)
  expect(new Set(Statement.map(({ Sid }: { Sid: string }) => Sid)).size).toBe(Statement.length)
  for (const { Sid, Effect, Action, NotAction, Resource } of Statement) {
    expect(Sid).toMatch(/^[A-Za-z0-9]+$/)
    expect([Effect, Resource !== undefined]).toEqual(['Deny', true])
    for (const action of Action ?? NotAction) expect(action).toMatch(/^[a-z0-9-]+:(\*|[A-Z][A-Za-z]*\*?)$/)
  }
})

test('the Azure policy denies by parameters that it declares', () => {
  const { properties } = JSON.parse(read('azure-policy.json'))
  expect([properties.policyType, properties.mode, properties.policyRule.then.effect]).toEqual(['Custom', 'All', 'deny'])
  const used = [...JSON.stringify(properties.policyRule).matchAll(/parameters\('(\w+)'\)/g)].map(([, name]) => name)
  expect(new Set(used)).toEqual(new Set(Object.keys(properties.parameters)))
  for (const { defaultValue } of Object.values<{ defaultValue: string[] }>(properties.parameters))
    expect(defaultValue.length).toBeGreaterThan(0)
})

test('each policy of Google Cloud has a name below the folder, and rules', () => {
  const documents = read('gcp-org-policies.yaml').split(/^---$/m)
  const names = documents.map((text) => /^name: folders\/FOLDER_ID\/policies\/([a-z]+\.[A-Za-z]+)$/m.exec(text)?.[1])
  expect(names).not.toContain(undefined)
  expect(new Set(names).size).toBe(names.length)
  for (const text of documents)
    expect(text.replace(/\s+/g, ' ')).toMatch(
      /spec: rules: - (values: (allowedValues|deniedValues): \[ ?[^\]]+\]|enforce: true|denyAll: true) ?$/,
    )
})
