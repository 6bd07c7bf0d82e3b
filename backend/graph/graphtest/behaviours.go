package graphtest

// numbered are the behaviours that every store must allow, by the numbers of the engine's design.
func numbered(h Harness) []behaviour {
	return []behaviour{
		// Routing
		{1, "UnknownNodesAreRejectedAtCompile", tests{unknownNodesAreRejected}},
		{2, "InputGoesThroughTheReducer", tests{inputGoesThroughTheReducer, aSecondInputKeepsTheState}},
		{3, "ParallelNodesRunInOneStep", tests{parallelNodesRunInOneStep, parallelNodesFoldInDeclaredOrder}},
		{6, "TwoWritersOfOneFieldFail", tests{twoWritersOfOneFieldFail}},
		{7, "SpreadResultsComeInOrder", tests{spreadResultsComeInOrder, spreadTasksBeginInOrder}},
		{8, "EachSpreadTaskSeesItsOwnInput", tests{eachSpreadTaskSeesItsOwnInput, aSpreadRunsOnceAStep}},
		{9, "ARouteRunsOnceAfterAFanOut", tests{aRouteRunsOnceAfterASpread, aBranchChoosesOnceAfterASpread}},
		{10, "ALoopLeavesThroughEnd", tests{aLoopLeavesThroughEnd}},
		{11, "TheStepLimitIsAnError", tests{theStepLimitIsAnError}},
		// Durability
		{13, "AFinishedSiblingIsNotRunAgain", tests{aFinishedSiblingIsNotRunAgain}},
		{14, "AFailedRunContinues", tests{aFailedRunContinues, aSubgraphGoesOnWhereItFailed}},
		{15, "StoreErrorsSurface", tests{storeErrorsSurface, aRunOverABrokenStoreStops}},
		{16, "AFailedStepLeavesTheStateAsItWas", tests{aFailedStepLeavesTheStateAsItWas}},
		{17, "ConcurrentThreadsAreIsolated", tests{threadsAreIsolated}},
		{18, "ContinuingAFinishedRunDoesNothing", tests{continuingAFinishedRunDoesNothing}},
		{19, "AKillInTheMiddleOfAStepIsSurvived", tests{h.killedMidStep}},
		{20, "OldSavedFormatsLoad", tests{oldFormatsLoad}},
		{21, "SubgraphsAreSavedStepByStep", tests{subgraphsAreSavedStepByStep, aRetriedSubgraphGoesOn}},
		// Cancel, errors
		{22, "CancelReachesNodes", tests{cancelReachesNodes, cancelCutsRetries}},
		{23, "AnErrorCancelsSiblings", tests{anErrorCancelsSiblings}},
		{24, "AQuestionSparesSiblings", tests{aQuestionSparesSiblings}},
		{25, "LeavingTheEventLoopKeepsFinishedWork", tests{leavingTheLoopKeepsFinishedWork}},
		{26, "CancelNeverTearsASave", tests{cancelNeverTearsASave, aSaveUnderWayIsNotCancelled}},
		{27, "OnlyTheChosenErrorsAreRetried", tests{onlyTheChosenErrorsAreRetried, attemptsAreCounted}},
		{29, "ARescueRunsAfterTheLastAttempt", tests{aRescueRuns, aRescueMayAsk, aStoppedNodeIsNotRescued}},
		{30, "ADrainEndsTheRunAfterItsStep", tests{aDrainEndsTheRun, aDrainCutsRetries}},
		// Questions
		{31, "SeveralQuestionsInOneNode", tests{severalQuestionsInOneNode}},
		{32, "ABadAnswerAsksAgain", tests{aBadAnswerAsksAgain, anAnswerOfTheWrongTypeAsksAgain}},
		{33, "TheStateIsUnchangedWhileAQuestionIsOpen", tests{theStateIsUnchangedMeanwhile}},
		{34, "ParallelQuestionsAreAnsweredOneByOne", tests{parallelQuestions}},
		{36, "AQuestionInNestedSubgraphs", tests{aQuestionInASubgraphOfASubgraph}},
		{37, "AnInterruptedSubgraphsSiblingRunsOnce", tests{anInterruptedSubgraphsSiblingRunsOnce}},
		// Time travel
		{39, "AReplayMakesABranchAndTheOldOneStays", tests{replayMakesABranch}},
		{40, "AReplayAsksAgain", tests{replayAsksAgain}},
		{41, "AForkCarriesEdits", tests{aForkCarriesEdits}},
		{42, "AForkDropsOldPendingWrites", tests{aForkDropsOutcomes}},
		// Streaming
		{43, "TokensAreLive", tests{tokensAreLive}},
		{44, "SubgraphEventsCarryTheirPath", tests{subgraphEventsCarryTheirPath}},
		{45, "QuestionsAreEvents", tests{questionsAreEvents}},
		// Store
		{46, "WritesAreIdempotent", tests{stored(savesReplace), aRunSavedTwiceIsTheSame}},
		{47, "ANewCheckpointStartsClean", tests{aNewCheckpointStartsClean}},
		{48, "NewestComesFirst", tests{stored(lastFindsTheNewest), historyIsNewestFirst}},
		{49, "DeletingAThreadSparesTheOthers", tests{stored(deletingSparesTheOthers)}},
		{50, "PruneKeepsTheLatestWithItsWrites", tests{pruneKeepsTheLatest}},
	}
}

// beyond is what else the engine and its stores do.
var beyond = []behaviour{
	{0, "AnEmptySpreadEndsTheWay", tests{anEmptySpreadEndsTheWay}},
	{0, "ABranchToAnUndeclaredNodeFails", tests{aBranchToAnUndeclaredNodeFails}},
	{0, "AStateIsANodesOwnCopy", tests{aStateIsANodesOwnCopy}},
	{0, "ANewInputDropsWhatWasHalfDone", tests{aNewInputDropsWhatWasHalfDone}},
	{0, "AFreshThreadIsNotFound", tests{aFreshThreadIsNotFound}},
	{0, "RecordsOfANewerFormatAreRefused", tests{newerFormatsAreRefused}},
	{0, "DamagedRecordsAreErrorsWithTheThreadsName", tests{damagedRecordsAreErrors}},
	{0, "ANodesErrorIsRecognisable", tests{aNodesErrorIsRecognisable}},
	{0, "APanicIsAnError", tests{aPanicIsAnError}},
	{0, "AnsweredWorkSurvivesAFailure", tests{answeredWorkSurvivesAFailure}},
	{0, "BranchesGoOnBesideEachOther", tests{branchesGoOn}},
	{0, "AnInputCanBeginAnew", tests{anInputCanBeginAnew}},
	{0, "InspectShowsFieldsAndOutcomes", tests{inspectShows}},
	{0, "EmittingAfterTheRunHarmsNothing", tests{emittingAfterTheRunHarmsNothing}},
	{0, "StoreScanIsOrderedAndKeepsToItsPrefix", tests{stored(scanIsOrdered)}},
	{0, "StoreBytesBelongToWhoeverHoldsThem", tests{stored(bytesAreCopied)}},
	{0, "StoreSavesAreWhollyDoneOrNotAtAll", tests{stored(savesAreWhole)}},
	{0, "StoreParallelUseIsSafe", tests{stored(parallelUse)}},
}
