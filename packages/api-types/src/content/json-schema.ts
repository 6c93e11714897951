import { z } from 'zod'

/** What an editor needs to complete a file and to mark what is wrong: fields with a default may be left out. */
export const jsonSchema = (name: string, schema: z.ZodType) => ({
  title: `Flagyard content: ${name}`,
  ...z.toJSONSchema(schema, { io: 'input' }),
})
