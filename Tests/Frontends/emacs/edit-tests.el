;;; edit-tests.el --- Text to the kernel, and faults from there  -*- lexical-binding: t; -*-

;;; Code:

(require 'flymake)
(require 'tests-support)

(defun tests-faults ()
  "What Flymake shows: a list of (LINE COLUMN TEXT MESSAGE), columns from 1."
  (mapcar (lambda (diagnostic)
            (save-excursion
              (goto-char (flymake-diagnostic-beg diagnostic))
              (list (line-number-at-pos) (1+ (current-column))
                    (buffer-substring-no-properties (point) (flymake-diagnostic-end diagnostic))
                    (flymake-diagnostic-text diagnostic))))
          (flymake-diagnostics)))

(defun tests-checked (condition)
  "Wait until Flymake shows what CONDITION, a function of it, wants."
  (flymake-start)
  (tests-wait (lambda () (let ((faults (tests-faults))) (and (funcall condition faults) (or faults t))))))

;;; Faults

(ert-deftest a-fault-is-shown-at-its-line-and-column ()
  (tests-with-chart "a.chart.yaml" "kind: pie\nslices:\n  - {label: Ränt, valeu: 25}\n"
    (should (equal (tests-checked #'identity)
                   '((3 19 "valeu" "slices[0].valeu: unknown key; did you mean 'value'?"))))
    (tests-replace "valeu" "value")
    (tests-checked #'null)
    (tests-replace "25" "-25")
    (should (equal (butlast (car (tests-checked #'identity))) '(3 26 "-25")))))

(ert-deftest a-fault-in-what-is-no-yaml-is-shown-too ()
  (tests-with-chart "a.chart.yaml" "kind: pie\nslices: [{value: 1}\ntitle: x\n"
    (pcase-let ((`((,line . ,_)) (tests-checked #'identity)))
      (should (memq line '(2 3 4))))))

(ert-deftest json-is-checked-as-well ()
  (tests-with-chart "a.chart.json" "{\n  \"kind\": \"pie\",\n  \"slices\": [{\"value\": 1}],\n  \"hole\": \"wide\"\n}\n"
    (should (equal (butlast (car (tests-checked #'identity))) '(4 11 "\"wide\"")))))

(ert-deftest each-chart-of-a-file-has-its-own-faults ()
  (tests-with-chart "many.chart.yaml"
      (concat "# two\n---\n" tests-spending "---\n# the other\nkind: pie\nid: other\nslices:\n  - {value: x}\n---\n# nothing\n")
    (should (equal (mapcar #'butlast (tests-checked #'identity)) '((14 13 "x"))))
    (should (equal (chart-kernel-chart-ids chart-kernel--connection) '("many")))
    (tests-replace "value: x" "value: 3")
    (tests-checked #'null)
    (should (equal (chart-kernel-chart-ids chart-kernel--connection) '("many" "other")))))

;;; Edits

(ert-deftest an-edit-keeps-what-was-done-to-the-chart ()
  (tests-with-chart "spending.chart.yaml" tests-spending
    (tests-ask "chart/highlight" :chart "spending" :index 1)
    (tests-ask "chart/rotate" :chart "spending" :to 30)
    (tests-replace "title: Spending\n" "hole: 0.5\n")
    (tests-synchronize)
    (let ((chart (tests-ask "chart/get" :chart "spending")))
      (should (equal (plist-get (plist-get chart :state) :selection) [1]))
      (should (equal (plist-get (plist-get chart :state) :startAngle) 30))
      (should (equal (plist-get (plist-get chart :spec) :hole) 0.5))
      (should-not (plist-member (plist-get chart :spec) :title)))))

(ert-deftest many-keys-are-one-edit ()
  (tests-with-chart "spending.chart.yaml" tests-spending
    (let ((sent 0))
      (cl-letf* ((call (symbol-function 'chart-kernel-call))
                 ((symbol-function 'chart-kernel-call)
                  (lambda (connection method &rest rest)
                    (when (equal method "chart/edit") (cl-incf sent))
                    (apply call connection method rest))))
        (goto-char (point-max))
        (dolist (character (string-to-list "hole: 0.25")) (insert character))
        (should (= sent 0))
        (tests-wait (lambda () (and (= sent 1) (not (chart-kernel-document-flying (car chart-kernel--documents))))))
        (should (equal (plist-get (plist-get (tests-ask "chart/get" :chart "spending") :spec) :hole) 0.25))))))

(ert-deftest the-chart-that-an-id-named-before-is-deleted ()
  (tests-with-chart "a.chart.yaml" (concat "id: first\n" tests-spending)
    (tests-replace "first" "second")
    (tests-synchronize)
    (should (equal (chart-kernel-chart-ids chart-kernel--connection) '("second")))
    (goto-char (point-max))
    (insert "---\n" tests-spending)
    (tests-synchronize)
    (should (equal (chart-kernel-chart-ids chart-kernel--connection) '("second" "a-2")))
    (tests-replace (concat "---\n" tests-spending) "")
    (tests-synchronize)
    (should (equal (chart-kernel-chart-ids chart-kernel--connection) '("second")))))

(ert-deftest data-are-read-from-the-files-own-directory ()
  (tests-with-chart "a.chart.yaml" "kind: pie\ndata: {csv: a.csv, label: name, value: amount}\n"
    (should (tests-checked #'identity))
    (write-region "name,amount\nA,1\nB,3\n" nil (expand-file-name "a.csv" directory) nil 'quiet)
    (goto-char (point-max))
    (insert "hole: 0.1\n")
    (tests-checked #'null)
    (should (equal (chart-kernel-chart-ids chart-kernel--connection) '("a")))))

(ert-deftest a-kernel-that-ended-is-started-anew ()
  (tests-with-chart "spending.chart.yaml" tests-spending
    (chart-kernel-preview)
    (let ((first chart-kernel--connection))
      (delete-process (jsonrpc--process first))
      (tests-wait (lambda () (equal (buffer-local-value 'chart-kernel-preview-fault chart-kernel--preview)
                                    "The kernel has ended")))
      (goto-char (point-max))
      (insert "hole: 0.5\n")
      (tests-wait (lambda () (not (eq chart-kernel--connection first))))
      (tests-synchronize)
      (should (equal (chart-kernel-chart-ids chart-kernel--connection) '("spending")))
      (tests-wait (lambda () (not (buffer-local-value 'chart-kernel-preview-fault chart-kernel--preview)))))))

(ert-deftest a-buffers-kernel-ends-with-it ()
  (let (process preview)
    (tests-with-chart "a.chart.yaml" tests-spending
      (chart-kernel-preview)
      (setq process (jsonrpc--process chart-kernel--connection) preview chart-kernel--preview))
    (should-not (process-live-p process))
    (should-not (buffer-live-p preview))))

(ert-deftest of-a-link-between-files-it-is-said-that-it-leads-nowhere ()
  (let ((text "kind: bar\nlink: sales\ndata: {columns: {m: [a, b], v: [1, 2]}, x: m}\nseries: [{column: v}]\n") said)
    (cl-letf (((symbol-function 'message) (lambda (format &rest rest) (when format (push (apply #'format format rest) said)))))
      (tests-with-chart "one.chart.yaml" text
        (should-not (cl-some (lambda (each) (string-match-p "Link sales" each)) said))
        (tests-with-chart "two.chart.yaml" text
          (should (= 1 (cl-count-if (lambda (each) (string-match-p "Link sales: one.chart.yaml" each)) said)))
          (goto-char (point-max))
          (insert "title: Sales\n")
          (tests-synchronize)
          (should (= 1 (cl-count-if (lambda (each) (string-match-p "Link sales" each)) said))))))))

(provide 'edit-tests)
;;; edit-tests.el ends here
