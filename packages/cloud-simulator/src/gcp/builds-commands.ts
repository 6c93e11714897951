import { readFile } from '../files.ts'
import { all } from '../resources.ts'
import { buildsOf, findBuild, readConfig, shownTrigger, submit } from './builds.ts'
import { GcpError } from './call.ts'
import { projectName } from './ids.ts'
import { type GcloudOperation, op, said } from './operation.ts'
import { onProject } from './projects.ts'

const TRIGGERS = 'cloudbuild.builds.list'

const withoutLog = ({ log, ...build }: ReturnType<typeof findBuild>) => build

/** `gcloud builds`. */
export const builds: Record<string, GcloudOperation> = {
  'builds list': op(
    'ongoing? region',
    (call) => onProject(call, 'cloudbuild.builds.list', () => buildsOf(call.world).map(withoutLog), ''),
    'table(id, createTime, status)',
  ),
  'builds describe': op('region', (call) =>
    onProject(
      call,
      'cloudbuild.builds.get',
      () => withoutLog(findBuild(call.world, call.named)),
      call.option('project') ?? '',
    ),
  ),
  'builds log': op('stream? region', (call) =>
    said(
      onProject(
        call,
        'cloudbuild.builds.get',
        () =>
          `----- REMOTE BUILD OUTPUT -----\n${findBuild(call.world, call.named).log}\n--------------------------------\n`,
        call.option('project') ?? '',
      ),
    ),
  ),
  'builds triggers list': op('region', (call) =>
    onProject(
      call,
      TRIGGERS,
      () => all(call.world, 'google_cloudbuild_trigger').map((one) => shownTrigger(call.world, one)),
      '',
    ),
  ),
  'builds triggers describe': op('region', (call) =>
    onProject(
      call,
      TRIGGERS,
      () => {
        const found = all(call.world, 'google_cloudbuild_trigger')
          .map((one) => shownTrigger(call.world, one))
          .find(({ id, name }) => [id, name].includes(call.named))
        if (!found) throw new GcpError('NOT_FOUND', `NOT_FOUND: trigger "${call.named.slice(0, 80)}" not found`, 404)
        return found
      },
      call.option('project') ?? '',
    ),
  ),
  'builds worker-pools list': op('region', (call) =>
    onProject(
      call,
      'cloudbuild.workerpools.list',
      () => all(call.world, 'google_cloudbuild_worker_pool').map(({ name }) => ({ name, state: 'RUNNING' })),
      '',
    ),
  ),
  'builds submit': op(
    'no-source? config service-account region async? substitutions suppress-logs? gcs-log-dir',
    async (call) => {
      const config = call.option('config') ?? 'cloudbuild.yaml'
      const build = await submit(
        call.caller,
        readConfig(readFile(call.session, config)),
        call.option('service-account'),
      )
      const shown =
        call.options.has('suppress-logs') || call.options.has('async')
          ? ''
          : `----- REMOTE BUILD OUTPUT -----\n${build.log}\n--------------------------------\n`
      return said(
        `${shown}ID  CREATE_TIME  STATUS\n${build.id}  ${build.createTime}  ${build.status}\n`,
        `Created [https://cloudbuild.googleapis.com/v1/${projectName(call.world)}/builds/${build.id}].\n`,
      )
    },
  ),
}
