import { all } from '../resources.ts'
import { arnOf, uniqueId } from './arn.ts'
import { authorize } from './authorize.ts'
import { op } from './call.ts'
import type { Caller } from './caller.ts'
import { AwsError } from './error.ts'
/** Evaluates an identity's policies without making a call: `aws iam simulate-principal-policy`. */
export const simulatePrincipal = op('policy-source-arn! action-names!* resource-arns* context-entries*', (call) => {
  const source = call.need('policy-source-arn')
  return call.act('iam:SimulatePrincipalPolicy', source, () => {
    const { world, session } = call
    const resource = all(world, 'aws_iam_user', 'aws_iam_role').find((one) => arnOf(world, one) === source)
    if (!resource) throw new AwsError('NoSuchEntity', `The principal ${source} cannot be found.`)
    const isUser = resource.type === 'aws_iam_user'
    const id = uniqueId(world, isUser ? 'AIDA' : 'AROA', resource.name)
    const caller: Caller = {
      kind: isUser ? 'user' : 'role',
      name: resource.name,
      arn: source,
      userId: id,
      keyId: '',
      resource,
      session: [],
      principal: isUser
        ? { kind: 'user', arn: source, id }
        : {
            kind: 'session',
            arn: `arn:aws:sts::${world.account_id}:assumed-role/${resource.name}/simulation`,
            role: source,
            id,
          },
    }
    const resources = call.has('resource-arns') ? call.list('resource-arns') : ['*']
    const results = call.list('action-names').flatMap((action) => {
      session.budget.spend(1000 * resources.length)
      return resources.map((on) => {
        const { allowed, reason } = authorize(
          world,
          caller,
          { action, resource: on },
          { now: session.now, address: session.address, agent: call.agent },
        )
        return {
          EvalActionName: action,
          EvalResourceName: on,
          EvalDecision: allowed ? 'allowed' : /explicit deny/.test(reason) ? 'explicitDeny' : 'implicitDeny',
          MatchedStatements: [],
          MissingContextValues: [],
        }
      })
    })
    return { EvaluationResults: results, IsTruncated: false }
  })
})
