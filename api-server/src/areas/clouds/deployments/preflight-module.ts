import type { CloudName, ModuleStage } from '../../../db/schema/index.ts'
import { preflightModuleOf } from '../../../integrations/clouds/driver.ts'

/** Maximum duration of a pre-flight environment, in minutes. */
export const PREFLIGHT_MINUTES = 10

const smallest: Record<CloudName, { type: string; name: string }> = {
  aws: { type: 'aws_ssm_parameter', name: 'preflight' },
  azure: { type: 'azurerm_resource_group', name: 'preflight' },
  gcp: { type: 'google_pubsub_topic', name: 'preflight' },
}

/** Module of a pre-flight: one free resource, to exercise the whole build and teardown. */
export const preflightModule = (cloud: CloudName) => ({
  ...preflightModuleOf(cloud),
  module_stages: [{ name: 'Building something small', resources: [smallest[cloud]] }] satisfies ModuleStage[],
})
