import { z } from 'zod'

/** JSON Schema for completion and validation in an editor. Fields with a default are optional. */
export const jsonSchema = (name: string, schema: z.ZodType) => ({
  title: `Flagyard content: ${name}`,
  ...z.toJSONSchema(schema, { io: 'input' }),
})
