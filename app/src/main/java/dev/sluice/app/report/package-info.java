/** Reports as pages: what an output holds, what was dropped, how it ran, how to load it. */
package dev.sluice.app.report;
