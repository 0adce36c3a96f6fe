"""tap.py - runs Python test cases so that the test run can count them: a line of TAP for each."""
import os
import unittest


class Tap(unittest.TextTestResult):
    """Prints each case as TAP; what went wrong follows as comments."""

    def say(self, test, ok, detail=""):
        print(f"{'' if ok else 'not '}ok {self.testsRun} - {test.id().split('.', 1)[1]}")
        for line in detail.splitlines():
            print("# " + line)

    def addSuccess(self, test):
        self.say(test, True)

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        print(f"ok {self.testsRun} - {test.id().split('.', 1)[1]} # SKIP {reason}")

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self.say(test, False, self._exc_info_to_string(err, test))

    def addError(self, test, err):
        super().addError(test, err)
        self.say(test, False, self._exc_info_to_string(err, test))


def run(module):
    """All the cases of a module; returns the status for the system."""
    suite = unittest.defaultTestLoader.loadTestsFromModule(module)
    print(f"1..{suite.countTestCases()}")
    with open(os.devnull, "w", encoding="utf-8") as nowhere:
        result = unittest.TextTestRunner(stream=nowhere, resultclass=Tap).run(suite)
    return int(not result.wasSuccessful())
