;;; repl-tests.el --- The REPL  -*- lexical-binding: t; -*-

;;; Code:

(require 'chart-kernel-repl)
(require 'tests-support)

(defmacro tests-with-repl (&rest body)
  "Run BODY in a REPL, with a function `evaluate' that gives what an input is answered with."
  `(progn
     (chart-kernel-repl)
     (unwind-protect
         (cl-flet ((evaluate (input)
                     (goto-char (point-max))
                     (insert input)
                     (let ((start (point)))
                       (comint-send-input)
                       (string-remove-suffix chart-kernel-repl-prompt
                                             (buffer-substring-no-properties start (point-max))))))
           ,@body)
       (kill-buffer))))

(ert-deftest the-repl-takes-charts-commands-and-requests ()
  (tests-with-repl
   (should (string-match-p "Food: 30 (30%)" (evaluate (concat "id: spending\n" tests-spending))))
   (should (string-match-p "Rent: 25 (25" (evaluate "%tap spending 360 120")))
   (should (string-match-p "Food: 30 (30" (evaluate "%highlight 1")))
   (should (string-match-p "rotated at 300" (evaluate "%rotate by=30")))
   (should (string-match-p "\"spending\"" (evaluate "%charts")))
   (should (string-match-p "\"label\": \"Rent\"" (evaluate "{\"method\": \"chart/hitTest\", \"params\": {\"chart\": \"spending\", \"x\": 400, \"y\": 180}}")))
   (should (string-match-p "%tap chart x y" (evaluate "%help tap")))
   (should (string-match-p "%undo chart" (evaluate "%help")))
   (should (string-match-p "There is no command %tpa" (evaluate "%tpa spending")))
   (should (string-match-p "Line 2, column 1: .*'hole'\\?\nhol: 1\n\\^" (evaluate "kind: pie\nhol: 1")))))

(ert-deftest the-repl-knows-when-a-chart-is-not-finished ()
  (should (chart-kernel-repl--complete-p "%tap a 1 2"))
  (should (chart-kernel-repl--complete-p "{kind: pie, slices: [{value: 1}]}"))
  (should-not (chart-kernel-repl--complete-p "{kind: pie,"))
  (should-not (chart-kernel-repl--complete-p "kind: pie"))
  (should-not (chart-kernel-repl--complete-p "kind: pie\nslices:"))
  (should (chart-kernel-repl--complete-p "kind: pie\nslices: []\n")))

(ert-deftest the-repl-completes-commands-charts-and-words ()
  (tests-with-repl
   (evaluate (concat "id: spending\n" tests-spending))
   (cl-flet ((words (input)
               (goto-char (point-max))
               (insert input)
               (prog1 (pcase-let ((`(,beg ,end ,words) (chart-kernel-repl-complete)))
                        (all-completions (buffer-substring beg end) words))
                 (delete-region (process-mark (get-buffer-process (current-buffer))) (point-max)))))
     (should (equal (words "%rot") '("%rotate")))
     (should (equal (words "%rotate sp") '("spending")))
     (should (member "ArrowLeft" (words "%key spending ")))
     (should (member "by=" (words "%rotate spending b")))
     (should (member "title" (words "kind: pie\nti"))))))

(provide 'repl-tests)
;;; repl-tests.el ends here
