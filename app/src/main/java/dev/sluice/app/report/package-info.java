/** Reports as pages. They show what an output holds, what was dropped, and how the run went. */
package dev.sluice.app.report;
