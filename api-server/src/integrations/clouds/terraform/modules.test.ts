import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { describeWithTerraform, terraformProgram, testModules } from '../../../../test/terraform/terraform.ts'
import { countContents, excessOf } from '../../../areas/clouds/deployments/inventory/inventory.ts'
import { modulesFolder } from '../../../server-folder.ts'
import { comparePins } from './pin-modules.ts'
import { parsePlan } from './plan.ts'

const examples = {
  aws: { module: 'aws/cross-account-trust', resources: 11, priced: 'aws_s3_bucket' },
  azure: { module: 'azure/open-vault', resources: 10, priced: 'azurerm_key_vault' },
  gcp: { module: 'gcp/borrowed-service-account', resources: 10, priced: 'google_secret_manager_secret' },
} as const
const clouds = ['aws', 'azure', 'gcp'] as const
const planOf = (cloud: string) => parsePlan(readFileSync(join(testModules, '../plans', `${cloud}.json`), 'utf8'))
const sourceOf = (module: string) => readFileSync(join(modulesFolder, module, '1.0.0/main.tf'), 'utf8')

test('every version of every module is pinned', async () => {
  for (const folder of [modulesFolder, testModules]) {
    const { unpinned, changed, gone } = await comparePins(folder)
    expect([unpinned, changed, gone]).toEqual([[], [], []])
  }
})

test.each(clouds)('counts the example plan for %s without data sources, and prices it by the list', (cloud) => {
  const { module, resources: all, priced } = examples[cloud]
  const { resources } = planOf(cloud)
  expect(resources).toHaveLength(all)
  // The plan is hand-written in the format of `show -json`, so it must match the module.
  const declared = [...sourceOf(module).matchAll(/^resource "(\w+)"/gm)].map(([, type]) => type)
  expect(new Set(resources.map(({ type }) => type))).toEqual(new Set(declared))

  const counted = countContents(resources, new Map([[priced, 30_000]]))
  expect(counted.types.filter(({ hourly_micros }) => hourly_micros === null).length).toBe(new Set(declared).size - 1)
  expect(excessOf(counted, { max_resources: all, max_hourly_cost: counted.hourly_micros })).toEqual([])
  expect(excessOf(counted, { max_resources: all - 1, max_hourly_cost: counted.hourly_micros - 1 })).toEqual([
    'resources',
    'cost',
  ])
})

test('reports the addresses that a plan would rebuild, but not in-place changes', () => {
  const change = (address: string, ...actions: string[]) => ({ address, mode: 'managed', change: { actions } })
  const resource_changes = [
    change('a.same', 'no-op'),
    change('a.changed', 'update'),
    change('a.replaced', 'delete', 'create'),
    change('a.gone', 'delete'),
    { address: 'data.a.read', mode: 'data', change: { actions: ['read'] } },
  ]
  expect(parsePlan(JSON.stringify({ resource_changes }))).toEqual({ resources: [], rebuilt: ['a.replaced', 'a.gone'] })
})

test('counts resources of nested modules with their index', () => {
  const child = { resources: [{ address: 'module.x.a.b["k"]', mode: 'managed', type: 'a', name: 'b', index: 'k' }] }
  const plan = { planned_values: { root_module: { child_modules: [{ child_modules: [child] }] } } }
  expect(parsePlan(JSON.stringify(plan)).resources).toEqual([{ type: 'a', name: 'b["k"]' }])
})

test.each(clouds)(
  'the example for %s marks flags and credentials as sensitive, and names the revocable resources',
  (cloud) => {
    const source = sourceOf(examples[cloud].module)
    for (const [, block = ''] of source.matchAll(/variable "flag_\w+" \{([^}]*)\}/g))
      expect(block).toMatch(/sensitive\s+= true/)
    expect(source).toMatch(/output "credentials" \{\s+sensitive = true/)
    expect(source).toMatch(/output "revocable"/)
    expect(existsSync(join(modulesFolder, examples[cloud].module, '1.0.0/look.mjs'))).toBe(true)
  },
)

describeWithTerraform('the real program', () => {
  test('all modules are formatted', () => {
    const env = { PATH: process.env.PATH ?? '', HOME: tmpdir(), CHECKPOINT_DISABLE: '1' }
    for (const folder of [modulesFolder, testModules])
      expect(execFileSync(terraformProgram, ['fmt', '-check', '-recursive', folder], { env, encoding: 'utf8' })).toBe(
        '',
      )
  })

  const mirror = process.env.TERRAFORM_MIRROR_DIR
  const note = mirror ? '' : ' (not validated here: no providers in TERRAFORM_MIRROR_DIR)'
  test.skipIf(!mirror).each(clouds)(`finds the example for %s valid${note}`, (cloud) => {
    const folder = mkdtempSync(join(tmpdir(), 'terraform-validate-'))
    try {
      cpSync(join(modulesFolder, examples[cloud].module, '1.0.0'), folder, { recursive: true })
      const config = join(folder, 'cli.tfrc')
      mkdirSync(join(folder, 'home'))
      writeFileSync(
        config,
        `provider_installation {\n  filesystem_mirror {\n    path = ${JSON.stringify(mirror)}\n  }\n}\n`,
      )
      const env = {
        PATH: process.env.PATH ?? '',
        HOME: join(folder, 'home'),
        TF_CLI_CONFIG_FILE: config,
        CHECKPOINT_DISABLE: '1',
      }
      for (const args of [['init', '-backend=false', '-input=false'], ['validate']])
        execFileSync(terraformProgram, args, { cwd: folder, env, stdio: 'pipe' })
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
