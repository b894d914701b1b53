// @ts-check
import { knows, t } from "./language.js"

/** Who made a change: a person's name as it is, the service's own names in the page's words. @param {string} actor */
export const actorName = (actor) => knows(`actor.${actor}`) ? t(`actor.${actor}`) : actor
