import { FastCheck } from "effect"

// A failed property is tried with smaller and smaller values. Without a limit that took an hour, in which the runner could end no test.
FastCheck.configureGlobal({ interruptAfterTimeLimit: 40_000 })
