import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import type { Db } from '../../src/db/open.ts'
import type { CloudDriver } from '../../src/integrations/clouds/driver.ts'
import { createTerraformClouds, type TerraformOptions } from '../../src/integrations/clouds/terraform/terraform.ts'
import { createSecrets } from '../../src/secrets.ts'
import { type FolderCloud, folderCloud } from './folder-cloud.ts'
import { terraformProgram, testModules } from './program.ts'

export const TERRAFORM_SECRET = 'a secret key of the tests, long enough'

/** Folders of one test: the resources of the cloud, the working directories of runs, and the stored state. */
export interface Yard {
  cloud: FolderCloud
  folders: Record<'cloud' | 'work' | 'cache', string>
  remove(): void
}

export function openYard(root = mkdtempSync(join(tmpdir(), 'terraform-test-'))): Yard {
  const of = (name: string) => join(root, name)
  const folders = { cloud: of('cloud'), work: of('work'), cache: of('cache') }
  for (const folder of Object.values(folders)) mkdirSync(folder, { recursive: true })
  return { folders, cloud: folderCloud(folders.cloud), remove: () => rmSync(root, { recursive: true, force: true }) }
}

/** Real Terraform on a cloud that is a folder. */
export const yardClouds = (db: Db, { folders, cloud }: Yard, more: Partial<TerraformOptions> = {}): CloudDriver =>
  createTerraformClouds(
    { db, secrets: createSecrets(TERRAFORM_SECRET), log: Fastify({ logger: { level: 'silent' } }).log },
    {
      program: terraformProgram,
      modules: testModules,
      pluginCache: folders.cache,
      providerMirror: undefined,
      workFolder: folders.work,
      aws: { role: undefined },
      cleaner: cloud,
      ...more,
    },
  )
