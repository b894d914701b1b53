#!/usr/bin/env node
// The executable of the package: builds the bundle where it is missing or old, as `npm start` does.
import "./start.mjs"
