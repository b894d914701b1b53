#!/usr/bin/env node
// The package's executable: builds the bundle if it is missing or outdated, as `npm start` does.
import "./start.mjs"
