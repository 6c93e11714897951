import { asc, eq } from 'drizzle-orm'
import { deployments, labs } from '../../db/schema/index.ts'
import type { PersonalData } from '../../extension-points/personal-data.ts'

export const deploymentData: PersonalData = {
  name: 'deployments',
  tables: ['deployments', 'deployment_events'],
  erased: 'Your labs: what you ran, the flags you tried and solved, and the data you gave for them.',
  async collect(db, { id }) {
    // Outputs, console and credentials are the lab's, and secret.
    const ran = await db
      .select({
        id: deployments.id,
        lab: labs.slug,
        cloud: deployments.cloud,
        state: deployments.state,
        reason: deployments.reason,
        message: deployments.message,
        extensions_used: deployments.extensions_used,
        created_at: deployments.created_at,
        running_at: deployments.running_at,
        ended_at: deployments.ended_at,
      })
      .from(deployments)
      .leftJoin(labs, eq(labs.id, deployments.lab_id))
      .where(eq(deployments.user_id, id))
      .orderBy(asc(deployments.created_at))
    return { deployments: ran }
  },
  async erase(tx, { id }) {
    await tx.delete(deployments).where(eq(deployments.user_id, id))
  },
}
