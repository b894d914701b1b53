import { known } from "./language.ts"

/** The author of a change: a person's name as it is, the service's own names in the page's words. */
export const actorName = (actor: string) => known(`actor.${actor}`) ?? actor
