import { all, wordsOf } from '../resources.ts'
import type { World } from '../world.ts'
import { projectName } from './ids.ts'

const VIEW =
  'resourcemanager.projects.get resourcemanager.projects.getIamPolicy resourcemanager.projects.list iam.roles.get iam.roles.list iam.serviceAccounts.get iam.serviceAccounts.getIamPolicy iam.serviceAccounts.list iam.serviceAccountKeys.list iam.serviceAccountKeys.get storage.buckets.get storage.buckets.list storage.buckets.getIamPolicy secretmanager.secrets.get secretmanager.secrets.list secretmanager.versions.list cloudbuild.builds.get cloudbuild.builds.list cloudbuild.workerpools.get cloudbuild.workerpools.list cloudfunctions.functions.get cloudfunctions.functions.list run.services.get run.services.list run.services.getIamPolicy compute.instances.get compute.instances.list compute.networks.list compute.networks.get logging.logEntries.list logging.logs.list serviceusage.services.list artifactregistry.repositories.list artifactregistry.repositories.get cloudasset.assets.searchAllIamPolicies'
const EDIT =
  'storage.buckets.create storage.buckets.delete cloudbuild.builds.create cloudbuild.builds.update cloudfunctions.functions.create cloudfunctions.functions.update run.services.create run.services.update iam.serviceAccounts.actAs iam.serviceAccounts.create iam.serviceAccountKeys.create compute.instances.create secretmanager.secrets.create artifactregistry.repositories.uploadArtifacts'

/** One predefined role a line, with the permissions of the simulated services: name, title, permissions. */
const PREDEFINED = `
viewer | Viewer | ${VIEW}
editor | Editor | ${VIEW} ${EDIT}
owner | Owner | *
browser | Browser | resourcemanager.projects.get resourcemanager.projects.getIamPolicy resourcemanager.projects.list
iam.serviceAccountTokenCreator | Service Account Token Creator | iam.serviceAccounts.get iam.serviceAccounts.getAccessToken iam.serviceAccounts.getOpenIdToken iam.serviceAccounts.implicitDelegation iam.serviceAccounts.list iam.serviceAccounts.signBlob iam.serviceAccounts.signJwt
iam.serviceAccountUser | Service Account User | iam.serviceAccounts.actAs iam.serviceAccounts.get iam.serviceAccounts.list
iam.serviceAccountKeyAdmin | Service Account Key Admin | iam.serviceAccountKeys.create iam.serviceAccountKeys.delete iam.serviceAccountKeys.get iam.serviceAccountKeys.list iam.serviceAccounts.get iam.serviceAccounts.list
iam.serviceAccountAdmin | Service Account Admin | iam.serviceAccounts.create iam.serviceAccounts.delete iam.serviceAccounts.get iam.serviceAccounts.getIamPolicy iam.serviceAccounts.list iam.serviceAccounts.setIamPolicy iam.serviceAccounts.update
iam.roleAdmin | Role Administrator | iam.roles.create iam.roles.delete iam.roles.get iam.roles.list iam.roles.undelete iam.roles.update resourcemanager.projects.get resourcemanager.projects.getIamPolicy
iam.roleViewer | Role Viewer | iam.roles.get iam.roles.list resourcemanager.projects.get resourcemanager.projects.getIamPolicy
iam.securityReviewer | Security Reviewer | iam.roles.get iam.roles.list iam.serviceAccounts.get iam.serviceAccounts.getIamPolicy iam.serviceAccounts.list resourcemanager.projects.get resourcemanager.projects.getIamPolicy storage.buckets.getIamPolicy storage.buckets.list secretmanager.secrets.getIamPolicy secretmanager.secrets.list run.services.getIamPolicy cloudasset.assets.searchAllIamPolicies
storage.hmacKeyAdmin | Storage HMAC Key Admin | storage.hmacKeys.get storage.hmacKeys.list
storage.objectViewer | Storage Object Viewer | resourcemanager.projects.get resourcemanager.projects.list storage.objects.get storage.objects.list storage.folders.get storage.folders.list
storage.objectAdmin | Storage Object Admin | resourcemanager.projects.get storage.objects.create storage.objects.delete storage.objects.get storage.objects.getIamPolicy storage.objects.list storage.objects.setIamPolicy storage.objects.update
storage.admin | Storage Admin | resourcemanager.projects.get resourcemanager.projects.list storage.buckets.* storage.objects.*
storage.legacyBucketReader | Storage Legacy Bucket Reader | storage.buckets.get storage.objects.list
secretmanager.secretAccessor | Secret Manager Secret Accessor | resourcemanager.projects.get resourcemanager.projects.list secretmanager.versions.access
secretmanager.viewer | Secret Manager Viewer | resourcemanager.projects.get secretmanager.secrets.get secretmanager.secrets.getIamPolicy secretmanager.secrets.list secretmanager.versions.get secretmanager.versions.list
cloudbuild.builds.viewer | Cloud Build Viewer | cloudbuild.builds.get cloudbuild.builds.list resourcemanager.projects.get
cloudbuild.builds.editor | Cloud Build Editor | cloudbuild.builds.create cloudbuild.builds.get cloudbuild.builds.list cloudbuild.builds.update resourcemanager.projects.get
cloudbuild.builds.builder | Cloud Build Service Account | cloudbuild.builds.create cloudbuild.builds.get cloudbuild.builds.list cloudbuild.builds.update logging.logEntries.create artifactregistry.repositories.uploadArtifacts storage.objects.create storage.objects.get storage.objects.list
logging.viewer | Logs Viewer | logging.logEntries.list logging.logs.list resourcemanager.projects.get
logging.logWriter | Logs Writer | logging.logEntries.create
run.invoker | Cloud Run Invoker | run.routes.invoke run.jobs.run
run.viewer | Cloud Run Viewer | run.services.get run.services.list run.services.getIamPolicy resourcemanager.projects.get
cloudfunctions.viewer | Cloud Functions Viewer | cloudfunctions.functions.get cloudfunctions.functions.list resourcemanager.projects.get
`

/** Google's predefined roles, with the permissions of the simulated services. */
export const predefined: Record<string, { title: string; permissions: string[] }> = Object.fromEntries(
  PREDEFINED.trim()
    .split('\n')
    .map((line) => line.split(' | '))
    .map(([name, title = '', permissions]) => [`roles/${name}`, { title, permissions: wordsOf(permissions) }]),
)

export const customName = (world: World, name: string) => `${projectName(world)}/roles/${name}`

/** Resolves a role in a lab: `roles/viewer`, or the name of a custom role of the project. */
export const roleNamed = (world: World, text: string) => (text.includes('/') ? text : customName(world, text))

/** Permissions of each role, in the format of `judgeGcp`. */
export const permissionsByRole = (world: World): Record<string, string[]> => ({
  ...Object.fromEntries(Object.entries(predefined).map(([name, { permissions }]) => [name, permissions])),
  ...Object.fromEntries(
    all(world, 'google_project_iam_custom_role').map(({ name, attributes }) => [
      customName(world, name),
      wordsOf(attributes.permissions),
    ]),
  ),
})
