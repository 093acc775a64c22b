/** Reports as pages: what an output holds, what was dropped, and how it ran. */
package dev.sluice.app.report;
