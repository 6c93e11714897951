import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { traces, tracesOf } from '../api-server/src/integrations/clouds/traces.ts'
import { root } from './paths.ts'

const read = (name: string) => readFileSync(new URL(`../modules/guard-rails/${name}`, import.meta.url), 'utf8')

test('the service control policy only denies, within the size limit of AWS', () => {
  const { Version, Statement } = JSON.parse(read('aws-scp.json'))
  expect(Version).toBe('2012-10-17')
  // The size limit of AWS ignores whitespace.
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

const denied = (cloud: 'aws' | 'azure' | 'gcp') => tracesOf(cloud).flatMap((one) => (one.denied ? one.rights : []))

test('permissions that reveal earlier holders are denied to everyone but the pool, and documented', () => {
  const { Statement } = JSON.parse(read('aws-scp.json'))
  const statement = Statement.find(({ Sid }: { Sid: string }) => Sid === 'NothingOfEarlierHolders')
  expect(new Set(statement.Action)).toEqual(new Set(denied('aws')))
  const { rules } = JSON.parse(read('gcp-deny-policy.json'))
  const permissions = denied('gcp').map((one) => one.replace('.', '.googleapis.com/'))
  expect(new Set(rules[0].denyRule.deniedPermissions)).toEqual(new Set(permissions))
  const handbook = readFileSync(new URL('../docs/how-to/real-clouds.md', import.meta.url), 'utf8')
  for (const { what, lasts, rights } of traces)
    for (const text of [what, lasts, ...rights]) expect(handbook).toContain(text)
})

test('no module grants its learner a permission that reveals earlier holders', () => {
  const modules = globSync('modules/**/main.tf', { cwd: root })
  expect(modules.length).toBeGreaterThan(3)
  for (const path of modules) {
    const text = readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
    const patterns = [
      ...text.matchAll(/"([a-z0-9-]+:[A-Za-z*]+|\*|Microsoft\.[\w./*]+|[a-z]+\.[A-Za-z]+\.[A-Za-z]+)"/g),
    ]
    const given = patterns.map(
      ([, one = '']) => new RegExp(`^${one.replaceAll('.', '\\.').replaceAll('*', '.*')}$`, 'i'),
    )
    // Skips `Resource =`, where `*` is not an action.
    const rights = [...denied('aws'), ...denied('azure'), ...denied('gcp')]
    const named = given
      .filter(({ source }) => source !== '^.*$')
      .filter((one) => rights.some((right) => one.test(right)))
    expect(
      named.map(({ source }) => source),
      path,
    ).toEqual([])
    expect(text, path).not.toMatch(/Action\s*=\s*(\[\s*)?"\*"/)
    // Azure roles must be limited to a resource group: the subscription shows names of deleted vaults, and its log.
    expect(text, path).not.toMatch(/^\s*scope\s*=.*subscription/m)
  }
})
